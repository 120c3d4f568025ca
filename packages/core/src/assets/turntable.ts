/**
 * The pictures of a model on a turntable: frames of a whole turn in one image, row by row. The first shows the view of
 * the thumbnail; the model then turns to its right.
 */
export const turntable = { frames: 24, columns: 6, rows: 4, frameWidthPixels: 320, frameHeightPixels: 240 } as const
