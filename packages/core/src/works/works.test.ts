import { free } from './test-limits.ts'
import { describe, expect, test } from 'vitest'
import { type ModelFacts, textureMemory, toleranceOf } from './facts.ts'
import { gateOf } from './gate.ts'
import {
  type AcceptanceLimits,
  checkLimits,
  compareWithLimits,
  type Delivered,
  notMet,
  withPictures,
} from './limits.ts'
import { checkUpload, mostBytes, uploadLimits } from './upload-rules.ts'

const origin = { x: 0, y: 0, z: 0 }
const facts = (more: Partial<ModelFacts> = {}): ModelFacts => ({
  triangles: 1_000,
  vertices: 600,
  materials: 1,
  draws: 3,
  textures: [{ width: 1_024, height: 512 }],
  textureBytes: textureMemory(1_024, 512),
  size: { x: 0.54, y: 0.872, z: 0.53 },
  box: { min: origin, max: origin },
  parts: [],
  animations: [],
  tolerance: 0.0001,
  ...more,
})

test('a length is as exact as the file that it is read off', () => {
  const both = { tolerance: 0.0001, headsetTolerance: 0.012 }
  expect(toleranceOf(both, 'model')).toBe(0.0001)
  expect(toleranceOf(both, 'headset')).toBe(0.012)
  for (const headsetTolerance of [null, undefined]) {
    expect(toleranceOf({ ...both, headsetTolerance }, 'headset')).toBe(0.0001)
  }
})

describe('the gate of a headset', () => {
  test('a work is as good as its worst measure, and each one above green is a reason', () => {
    expect(gateOf(facts(), [])).toEqual({ level: 'green', reasons: [], costs: [] })
    expect(gateOf(facts({ triangles: 150_000, draws: 40 }), []).level).toBe('green')
    expect(gateOf(facts({ triangles: 150_001 }), []).level).toBe('amber')
    const red = gateOf(facts({ triangles: 500_001, draws: 41 }), [])
    expect(red.level).toBe('red')
    expect(red.reasons.map(({ what, value }) => [what, value])).toEqual([
      ['triangles', 500_001],
      ['draws', 41],
    ])
    expect(gateOf(facts({ textures: [{ width: 4_097, height: 1 }] }), []).level).toBe('red')
    expect(gateOf(facts({ textureBytes: 192 * 1_048_576 + 1 }), []).level).toBe('red')
  })

  test('the dearest parts come first, by triangles or by textures', () => {
    const costs = [
      { part: 'cheap', triangles: 10, textureBytes: 0 },
      { part: 'textured', triangles: 10, textureBytes: 2_000_000 },
      { part: 'dense', triangles: 990, textureBytes: 0 },
    ]
    const shown = gateOf(facts(), costs).costs.map(({ part }) => part)
    expect(shown.at(-1)).toBe('cheap')
  })
})

const model = (more: Partial<ModelFacts> = {}): Delivered => {
  const measured = facts(more)
  return { kind: 'model', bytes: 5_000, facts: measured, gate: gateOf(measured, []) }
}

describe('acceptance limits', () => {
  test('each limit is met at its bound and not beyond it', () => {
    const at = (limits: Partial<AcceptanceLimits>, work = model()) => notMet({ ...free, ...limits }, [work])
    expect(at({ maxTriangles: 1_000 })).toEqual([])
    expect(at({ maxTriangles: 999 })).toEqual(['triangles'])
    expect(at({ maxTextureEdge: 1_024 })).toEqual([])
    expect(at({ maxTextureEdge: 1_023 })).toEqual(['texture-edge'])
    expect(at({ maxTextures: 0 })).toEqual(['textures'])
    expect(at({ maxBytes: 5_000 })).toEqual([])
    expect(at({ maxBytes: 4_999 })).toEqual(['bytes'])
    expect(at({ format: 'model' })).toEqual([])
    expect(at({ format: 'video' })).toEqual(['format'])
    expect(at({ frameRate: 'green' })).toEqual([])
    expect(at({ frameRate: 'green' }, model({ draws: 60 }))).toEqual(['frame-rate'])
    expect(at({ frameRate: 'amber' }, model({ draws: 60 }))).toEqual([])
  })

  test('sizes are compared in millimetres within the tolerance, and a free side never fails', () => {
    const size = { x: 540, y: 870, z: null, tolerance: 2 }
    expect(notMet({ ...free, size }, [model()])).toEqual([])
    expect(notMet({ ...free, size: { ...size, tolerance: 1 } }, [model()])).toEqual(['size'])
    const [check] = compareWithLimits({ ...free, size }, [model()])
    expect(check).toMatchObject({ asked: '540 × 870 × · ± 2', actual: '540 × 872 × 530' })
  })

  test('of several models the worst counts, and without a model nothing is measured', () => {
    expect(notMet({ ...free, maxTriangles: 1_500 }, [model(), model({ triangles: 2_000 })])).toEqual(['triangles'])
    const picture: Delivered = { kind: 'picture', bytes: 10, facts: null, gate: null }
    expect(notMet({ ...free, maxTriangles: 1_500, frameRate: 'red' }, [picture])).toEqual(['triangles', 'frame-rate'])
    expect(notMet(null, [picture])).toEqual([])
    expect(notMet({ ...free, format: 'model', maxBytes: 1 }, [])).toEqual(['bytes', 'format'])
  })

  test('of several models each keeps the size: the one furthest off is shown, wherever it stands', () => {
    const size = { x: 540, y: null, z: null, tolerance: 2 }
    const wide = (x: number) => model({ size: { x, y: 1, z: 1 } })
    const check = (...works: Delivered[]) => compareWithLimits({ ...free, size }, works)[0]
    for (const works of [
      [wide(0.54), wide(0.6), wide(0.545)],
      [wide(0.6), wide(0.545), wide(0.54)],
    ]) {
      expect(check(...works)).toMatchObject({ met: false, actual: '600 × 1000 × 1000' })
    }
    expect(check(wide(0.54), wide(0.48))).toMatchObject({ met: false, actual: '480 × 1000 × 1000' })
    expect(check(wide(0.54), wide(0.542))).toMatchObject({ met: true, actual: '542 × 1000 × 1000' })
  })

  test('pictures count for what they are and for their bytes, and never as a model', () => {
    const limits = { ...free, format: 'picture', maxBytes: 6_000, maxTriangles: 1_000 } as const
    expect(notMet(limits, withPictures([], [{ bytes: 6_000 }]))).toEqual(['triangles'])
    expect(notMet(limits, withPictures([model()], [{ bytes: 6_000 }]))).toEqual([])
    expect(notMet(limits, withPictures([model()], [{ bytes: 10 }, { bytes: 6_001 }]))).toEqual(['bytes'])
    expect(notMet(limits, withPictures([model()], []))).toEqual(['format'])
  })

  test('limits that make no sense are refused by name', () => {
    expect(checkLimits(free)).toEqual({ ok: true, value: free })
    expect(checkLimits({ ...free, maxTriangles: 0 })).toMatchObject({ refusal: { field: 'limits.maxTriangles' } })
    expect(checkLimits({ ...free, format: 'blend' })).toMatchObject({ refusal: { code: 'limits.unknown-format' } })
    expect(checkLimits({ ...free, frameRate: 'fast' })).toMatchObject({ refusal: { code: 'limits.unknown-level' } })
    const size = { x: 1.5, y: null, z: null, tolerance: 0 }
    expect(checkLimits({ ...free, size })).toMatchObject({ refusal: { field: 'limits.size.x' } })
  })
})

describe('uploads before their first byte', () => {
  const nothing = { kept: 0, pictures: 0, open: 0 }
  const purpose = 'project'
  test('models up to 100 MiB, videos up to 500 MiB', () => {
    expect(checkUpload({ name: 'a.glb', bytes: uploadLimits.bytes, purpose }, nothing).ok).toBe(true)
    const large = checkUpload({ name: 'a.glb', bytes: uploadLimits.bytes + 1, purpose }, nothing)
    expect(large).toMatchObject({ refusal: { code: 'upload.too-large', detail: { megabytes: 100 } } })
    expect(mostBytes('tour.MP4', 'chat')).toBe(uploadLimits.videoBytes)
  })

  test('nameless, empty, too many at once and beyond the quota are refused', () => {
    const code = (result: ReturnType<typeof checkUpload>) => (result.ok ? 'ok' : result.refusal.code)
    expect(code(checkUpload({ name: '  ', bytes: 1, purpose }, nothing))).toBe('upload.nameless')
    expect(code(checkUpload({ name: 'a', bytes: 0, purpose }, nothing))).toBe('upload.empty')
    expect(code(checkUpload({ name: 'a', bytes: 1, purpose }, { ...nothing, open: 20 }))).toBe('upload.too-many')
    const full = { ...nothing, kept: uploadLimits.quota }
    expect(code(checkUpload({ name: 'a', bytes: 1, purpose }, full))).toBe('upload.quota')
  })

  test('pictures up to 10 MiB whatever they are called, and up to a quota of their own', () => {
    const picture = (bytes: number) => ({ name: 'tour.mp4', bytes, purpose: 'picture' }) as const
    expect(checkUpload(picture(uploadLimits.pictureBytes), nothing).ok).toBe(true)
    const large = checkUpload(picture(uploadLimits.pictureBytes + 1), nothing)
    expect(large).toMatchObject({ refusal: { code: 'upload.too-large', detail: { megabytes: 10 } } })
    const full = { ...nothing, kept: uploadLimits.pictureQuota, pictures: uploadLimits.pictureQuota }
    const more = checkUpload(picture(1), full)
    expect(more).toMatchObject({ refusal: { code: 'upload.quota', detail: { megabytes: 2_000 } } })
    expect(checkUpload({ name: 'a.glb', bytes: 1, purpose }, full).ok).toBe(true)
  })
})
