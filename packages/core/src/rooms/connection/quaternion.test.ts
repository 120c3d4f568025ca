import { expect, test } from 'vitest'
import { createPose, maxPoseBytes, poseRangeMetres, readPose, writePose } from './pose.ts'
import { packQuaternion, type Quaternion, unpackQuaternion } from './quaternion.ts'

type Turn = readonly [number, number, number, number]
const got: Quaternion = { qx: 0, qy: 0, qz: 0, qw: 1 }

/** Returns the error of a round trip in degrees, by the chord, which is exact for small angles. */
function lost([x, y, z, w]: Turn): number {
  const long = Math.hypot(x, y, z, w)
  unpackQuaternion(packQuaternion(x / long, y / long, z / long, w / long), got)
  const sign = got.qx * x + got.qy * y + got.qz * z + got.qw * w < 0 ? -1 : 1
  const { qx, qy, qz, qw } = got
  const by = [qx - (sign * x) / long, qy - (sign * y) / long, qz - (sign * z) / long, qw - (sign * w) / long]
  return (4 * Math.asin(Math.hypot(...by) / 2) * 180) / Math.PI
}

/** Searches nearby rotations for a larger error until there is none. */
function climb(from: Turn): number {
  let at = from
  let worst = lost(at)
  for (let step = 0.0005; step > 0.000_01; step /= 2) {
    for (let better = true; better;) {
      better = false
      for (const axis of [0, 1, 2, 3]) {
        for (const by of [step, -step]) {
          const [x, y, z, w] = at
          const next: Turn = [
            x + (axis === 0 ? by : 0),
            y + (axis === 1 ? by : 0),
            z + (axis === 2 ? by : 0),
            w + (axis === 3 ? by : 0),
          ]
          const more = lost(next)
          if (more <= worst) continue
          at = next
          worst = more
          better = true
        }
      }
    }
  }
  return worst
}

test('no rotation loses more than a quarter of a degree: searched around equal components with all signs', () => {
  const signs = [-1, 0, 1]
  const grid = [-0.0021, -0.0014, -0.0009, -0.0005, 0, 0.0004, 0.0008, 0.0013, 0.0019]
  let worst = 0
  const starts: { turn: Turn; lost: number }[] = []
  for (const a of signs) {
    for (const b of signs) {
      for (const c of signs) {
        for (const d of signs) {
          if (a === 0 && b === 0 && c === 0 && d === 0) continue
          const long = Math.hypot(a, b, c, d)
          let here: { turn: Turn; lost: number } = { turn: [a, b, c, d], lost: 0 }
          for (const i of grid) {
            for (const j of grid) {
              for (const k of grid) {
                for (const l of grid) {
                  const turn: Turn = [a / long + i, b / long + j, c / long + k, d / long + l]
                  const loses = lost(turn)
                  if (loses > here.lost) here = { turn, lost: loses }
                }
              }
            }
          }
          starts.push(here)
        }
      }
    }
  }
  expect(starts).toHaveLength(80)
  for (const { turn } of starts) worst = Math.max(worst, climb(turn))
  expect(worst).toBeLessThan(0.18)
  // Rounded independently, the error was 0.2716° here.
  expect(lost([0.499067, 0.501436, 0.500439, 0.499055])).toBeLessThan(0.18)
})

test('no position in range loses more than a millimetre, including the edges', () => {
  const view = new DataView(new ArrayBuffer(maxPoseBytes))
  const [sent, received] = [createPose(), createPose()]
  let worst = 0
  const places = [
    poseRangeMetres,
    poseRangeMetres - 0.000_4,
    poseRangeMetres - 0.0005,
    poseRangeMetres - 0.000_98,
    poseRangeMetres - 0.0015,
    16.0005,
    0.0005,
    0,
  ]
  const both = [...places, ...places.map((place) => -place)]
  for (const px of both) {
    for (const py of both) {
      for (const pz of both) {
        Object.assign(sent.head, { px, py, pz })
        readPose(view, 0, writePose(sent, view), received)
        worst = Math.max(worst, Math.hypot(px - received.head.px, py - received.head.py, pz - received.head.pz))
      }
    }
  }
  // Every position on one axis, in steps of a tenth of a millimetre.
  Object.assign(sent.head, { py: 0, pz: 0 })
  for (let tenth = -poseRangeMetres * 10_000; tenth <= poseRangeMetres * 10_000; tenth += 1) {
    sent.head.px = tenth / 10_000
    readPose(view, 0, writePose(sent, view), received)
    worst = Math.max(worst, Math.abs(sent.head.px - received.head.px) * Math.sqrt(3))
  }
  expect(worst).toBeLessThan(0.00085)
})

test('the one value beyond the edge, which no client writes, is read as the edge', () => {
  const view = new DataView(new ArrayBuffer(maxPoseBytes))
  const end = writePose(createPose(), view)
  view.setInt16(5, -32_768)
  const received = createPose()
  expect(readPose(view, 0, end, received)).toBe(end)
  expect(received.head.px).toBe(-poseRangeMetres)
})
