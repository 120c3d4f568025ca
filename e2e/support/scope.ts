/**
 * True for `npm run e2e -- matrix`: every screen at every width in both themes, and the long repetitions. A normal run
 * passes through the same journeys once.
 */
export const isMatrixRun = process.env['TEST_SCOPE'] === 'matrix'

/** True for `npm run e2e -- way-back`: what is asked for by name runs whole, with what a normal run leaves out. */
export const isNamedRun = process.env['E2E_FILES'] === 'named'

/** True where a journey passes through what a normal run leaves out of it. */
export const isWholeRun = isMatrixRun || isNamedRun

/** Tag of the tests that a normal run leaves out. */
export const matrixOnly = { tag: '@matrix' }

/** True for `npm run e2e -- gate`: the gate in full. A normal run passes through its short form. */
export const isGateRun = process.env['TEST_SCOPE'] === 'gate'

/** True once `prepare-world.ts` has run for this run of journeys. */
export const isWorldPrepared = process.env['E2E_WORLD'] === 'prepared'

/** True for `npm run e2e -- lighthouse`, which audits the built app with Lighthouse. */
export const isLighthouseRun = process.env['TEST_SCOPE'] === 'lighthouse'

/** True for `npm run e2e -- reference`, which draws works in our viewer and in `<model-viewer>`. */
export const isReferenceRun = process.env['TEST_SCOPE'] === 'reference'

/** True for `npm run e2e -- pictures`, which takes the pictures of the README and film strips of the front door. */
export const isPicturesRun = process.env['TEST_SCOPE'] === 'pictures'
