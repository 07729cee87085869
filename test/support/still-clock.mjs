// For `node --import`: no time passes for what measures it by `performance.now()`, so that a line that is
// printed after a second of work is never printed, however busy the machine is.
performance.now = () => 0;
