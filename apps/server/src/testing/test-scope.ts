const scope = process.env['TEST_SCOPE']

/** True for `npm run e2e -- matrix`: what is too long for every run. */
export const isMatrixRun = scope === 'matrix'

/** True for `npm run e2e -- gate`: hostile input at scale. */
export const isGateRun = scope === 'gate'

/** The number of acts on one thing at the same moment, in a test of which of them wins. */
export const actsAtOnce = isGateRun ? 200 : 8
