"""What the engine tells of whole games can be said, in every language, and fits the displays."""

import itertools
from collections.abc import Iterator

import pytest

from engine.era import events as engine_events
from engine.era.events import Event, Paid, TokenPlaced
from engine.era.simulate import POLICIES, steps
from firmware_bridge import event_messages
from firmware_bridge.pages import Size
from firmware_bridge.panels import Line
from firmware_bridge.screens import pages
from firmware_bridge.texts import texts
from firmware_bridge.view import view

from .hands import Hands
