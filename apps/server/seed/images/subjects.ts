import type { Box } from './isometric.ts'

/** A subject of a demo image: a small composition of boxes around the middle of the floor. */
export type Subject = (hue: number, variant: number) => Box[]

const wood = { saturation: 42, lightness: 52 }

const chair: Subject = (hue, variant) => {
  const back = 9 + (variant % 3) * 1.2
  const legs = [0, 8].flatMap((x) =>
    [0, 8].map((y): Box => ({ at: [x - 4.5, y - 4.5, 0], size: [1, 1, 8], hue: 28, ...wood })),
  )
  const rails = [0, 1, 2]
    .slice(0, 2 + (variant % 2))
    .map((row): Box => ({ at: [-4.5, -4.5, 10 + row * 2.6], size: [9, 0.8, 1.3], hue: 28, ...wood, lightness: 58 }))
  return [
    ...legs,
    { at: [-5, -5, 8], size: [10, 10, 1], hue: 28, ...wood, lightness: 56 },
    { at: [-4.4, -4, 9], size: [8.8, 8.6, 1.2], hue, saturation: 48, lightness: 58 },
    { at: [-4.5, -4.5, 9], size: [1, 1, back], hue: 28, ...wood },
    { at: [3.5, -4.5, 9], size: [1, 1, back], hue: 28, ...wood },
    ...rails,
  ]
}

const stage: Subject = (hue, variant) => {
  const columns = [-9, -3, 3, 9].map((x, index): Box => ({
    at: [x - 0.8, -8, 2],
    size: [1.6, 1.6, 10 + ((index + variant) % 3) * 2],
    hue,
    lightness: 62,
  }))
  return [
    { at: [-12, -10, 0], size: [24, 20, 1], hue: 265, saturation: 24, lightness: 34 },
    { at: [-11, -9.5, 1], size: [22, 13, 1], hue: 265, saturation: 26, lightness: 42 },
    ...columns,
    { at: [-11, -9, 13 + (variant % 2) * 2], size: [22, 2.4, 1.2], hue, lightness: 50 },
    { at: [-2.5, -1, 2], size: [5, 4, 1.4 + (variant % 3)], hue: 36, saturation: 80, lightness: 62 },
  ]
}

const avatar: Subject = (hue, variant) => [
  { at: [-2.6, -1.4, 0], size: [2, 2.4, 6], hue: hue + 200, saturation: 24, lightness: 34 },
  { at: [0.6, -1.4, 0], size: [2, 2.4, 6], hue: hue + 200, saturation: 24, lightness: 34 },
  { at: [-3, -1.8, 6], size: [6, 3.4, 6.4], hue, saturation: 52, lightness: 56 },
  { at: [-4.9, -1.4, 6.6], size: [1.8, 2.4, 5.6], hue, saturation: 52, lightness: 50 },
  { at: [3.1, -1.4, 6.6], size: [1.8, 2.4, 5.6], hue, saturation: 52, lightness: 50 },
  { at: [-2.4, -2, 12.6], size: [4.8, 4.2, 4.6], hue: 26, saturation: 46, lightness: 66 },
  { at: [-2.6, 1.9, 14.3], size: [5.2, 0.8, 1.7], hue: 36, saturation: 90, lightness: 62 },
  { at: [-2.7, -2.3, 16.8], size: [5.4, 4.8, 1 + (variant % 3) * 0.8], hue: hue + 30, saturation: 38, lightness: 40 },
]

const garden: Subject = (hue, variant) => {
  const trees = [
    [-8, -7],
    [6, -8],
    [-9, 5],
    [8, 2],
    [0, -9],
  ].slice(0, 3 + (variant % 3))
  return [
    { at: [-12, -12, 0], size: [24, 24, 1], hue: 120, saturation: 26, lightness: 52 },
    { at: [-2, -12, 1], size: [4, 24, 0.3], hue: 40, saturation: 30, lightness: 74 },
    ...trees.flatMap(([x = 0, y = 0], index): Box[] => [
      { at: [x, y, 1], size: [1, 1, 3], hue: 28, ...wood },
      {
        at: [x - 2, y - 2, 4],
        size: [5, 5, 4 + ((index + variant) % 3)],
        hue: 130 + index * 12,
        saturation: 34,
        lightness: 46,
      },
    ]),
    { at: [3, 3, 1], size: [6, 5, 4], hue, saturation: 40, lightness: 62 },
    { at: [2.4, 2.4, 5], size: [7.2, 6.2, 1.4], hue: hue + 20, saturation: 46, lightness: 44 },
  ]
}

const lamp: Subject = (hue, variant) => [
  { at: [-4, -4, 0], size: [8, 8, 1], hue: 265, saturation: 16, lightness: 36 },
  { at: [-0.6, -0.6, 1], size: [1.2, 1.2, 11 + (variant % 3) * 1.5], hue: 40, saturation: 30, lightness: 50 },
  { at: [-4, -4, 12 + (variant % 3) * 1.5], size: [8, 8, 5], hue, saturation: 76, lightness: 66 },
  { at: [-2.6, -2.6, 17 + (variant % 3) * 1.5], size: [5.2, 5.2, 1.4], hue, saturation: 60, lightness: 54 },
]

const workshop: Subject = (hue, variant) => [
  { at: [-12, -12, 0], size: [24, 24, 0.8], hue: 220, saturation: 14, lightness: 58 },
  { at: [-12, -12, 0.8], size: [24, 0.8, 12], hue, saturation: 26, lightness: 74 },
  { at: [-12, -12, 0.8], size: [0.8, 24, 12], hue, saturation: 26, lightness: 66 },
  { at: [-6, -4, 0.8], size: [12, 6, 4], hue: 28, ...wood },
  { at: [-5, -3, 4.8], size: [3, 3, 2 + (variant % 3)], hue: hue + 60, saturation: 52, lightness: 56 },
  { at: [1, -2.4, 4.8], size: [4, 2.4, 1.2], hue: 36, saturation: 80, lightness: 62 },
  { at: [-9, 6, 0.8], size: [4, 4, 6], hue: hue + 140, saturation: 34, lightness: 48 },
]

const tower: Subject = (hue, variant) =>
  Array.from({ length: 4 + (variant % 3) }, (_, floor): Box => {
    const half = 7 - floor
    return {
      at: [-half, -half, floor * 4],
      size: [half * 2, half * 2, 3.6],
      hue: hue + floor * 9,
      saturation: 40,
      lightness: 46 + floor * 5,
    }
  })

export const subjects = { chair, stage, avatar, garden, lamp, workshop, tower } satisfies Record<string, Subject>
export type SubjectName = keyof typeof subjects
