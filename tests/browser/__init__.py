"""Tests of the table in the browser, in a real one: the service in a process of its own, pages used as people do."""
