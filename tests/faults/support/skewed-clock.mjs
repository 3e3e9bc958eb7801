// Preloaded into a service process by tests: shifts the system clock that the process sees by SKEW_MS milliseconds.
const skew = Number(process.env.SKEW_MS ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + skew)
    else super(...given)
  }
  static now() {
    return RealDate.now() + skew
  }
}
