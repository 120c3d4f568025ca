/**
 * True for `npm run e2e -- matrix`: every screen at every width in both themes, and the long repetitions. A normal run
 * passes through the same journeys once.
 */
export const isMatrixRun = process.env['TEST_SCOPE'] === 'matrix'

/** Tag of the tests that only the matrix runs. */
export const matrixOnly = { tag: '@matrix' }
