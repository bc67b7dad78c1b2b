// Stand-in for rpio. The driver loads it, and calls it only for a reset pin and a buzzer: read.js gives it neither.
"use strict";
