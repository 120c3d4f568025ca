/**
 * Loaded into a server of the gate before the server itself: the time of day that the process reads moves by what the
 * gate sends, as when the clock of its machine is set. `performance.now()` is monotonic and does not change.
 */
let shiftMs = 0
const readClock = Date.now.bind(Date)
Date.now = () => readClock() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    // The constructor returns the object that it makes.
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget) as Date,
})
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'clockShiftMs' in message)
    shiftMs = Number(message.clockShiftMs)
})
