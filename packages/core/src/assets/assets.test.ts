import { noLimits } from './testing/no-limits.ts'
import { describe, expect, test } from 'vitest'
import { type ModelFacts, textureMemoryBytes, deviationOf } from './model-facts.ts'
import { type HeadsetMetric, headsetMetrics, type PartShares, rateForHeadset } from './headset-rating.ts'
import {
  type AcceptanceLimits,
  checkAcceptanceLimits,
  compareWithAcceptanceLimits,
  type Asset,
  listUnmetLimits,
  withImages,
} from './acceptance-limits.ts'
import { checkUpload, maxUploadBytes, uploadLimits } from './upload-rules.ts'

const origin = { x: 0, y: 0, z: 0 }
const makeFacts = (more: Partial<ModelFacts> = {}): ModelFacts => ({
  triangles: 1_000,
  materials: 1,
  draws: 3,
  textures: [{ width: 1_024, height: 512 }],
  textureBytes: textureMemoryBytes(1_024, 512),
  size: { x: 0.54, y: 0.872, z: 0.53 },
  box: { min: origin, max: origin },
  parts: [],
  animations: [],
  deviation: 0.0001,
  ...more,
})

test('a length has the tolerance of the rendition that it is measured on', () => {
  const both = { deviation: 0.0001, headsetDeviation: 0.012 }
  expect(deviationOf(both, 'model')).toBe(0.0001)
  expect(deviationOf(both, 'headset')).toBe(0.012)
  for (const headsetDeviation of [null, undefined]) {
    expect(deviationOf({ ...both, headsetDeviation }, 'headset')).toBe(0.0001)
  }
})

const makePart = (part: string, shares: Partial<PartShares['shares']>): PartShares => {
  const none = Object.fromEntries(headsetMetrics.map((metric) => [metric, 0])) as Record<HeadsetMetric, number>
  return {
    part,
    triangles: shares.triangles ?? 0,
    textureBytes: shares.textures ?? 0,
    shares: { ...none, ...shares },
  }
}

describe('headset rating', () => {
  test.each([
    ['transmission', 1, 7],
    ['blending', 2.1, 6.1],
    ['coating', 0.6, 2.1],
    ['skinning', 20_001, 70_001],
  ] as const)('%s counts, and names the parts that cause it', (what, amber, red) => {
    const parts = (value: number) => [
      makePart('Ring', { triangles: 900 }),
      makePart('Some', { [what]: value / 4 }),
      makePart('Most', { [what]: (value / 4) * 3 }),
    ]
    const rated = rateForHeadset(makeFacts(), parts(amber))
    expect(rated).toMatchObject({ level: 'amber', reasons: [{ what, parts: [{ name: 'Most' }, { name: 'Some' }] }] })
    expect(rateForHeadset(makeFacts(), parts(red)).level).toBe('red')
    expect(rateForHeadset(makeFacts(), parts(0)).level).toBe('green')
  })

  test('the worst metric decides the level, and each metric above green is a reason', () => {
    expect(rateForHeadset(makeFacts(), [])).toEqual({ level: 'green', reasons: [], costs: [] })
    expect(rateForHeadset(makeFacts({ triangles: 150_000, draws: 40 }), []).level).toBe('green')
    expect(rateForHeadset(makeFacts({ triangles: 150_001 }), []).level).toBe('amber')
    const red = rateForHeadset(makeFacts({ triangles: 500_001, draws: 41 }), [])
    expect(red.level).toBe('red')
    expect(red.reasons.map(({ what, value }) => [what, value])).toEqual([
      ['triangles', 500_001],
      ['draws', 41],
    ])
    expect(rateForHeadset(makeFacts({ textures: [{ width: 4_097, height: 1 }] }), []).level).toBe('red')
    expect(rateForHeadset(makeFacts({ textureBytes: 192 * 1_048_576 + 1 }), []).level).toBe('red')
  })

  test('the most expensive parts come first, by triangles or by textures', () => {
    const costs = [
      makePart('cheap', { triangles: 10 }),
      makePart('textured', { triangles: 10, textures: 2_000_000 }),
      makePart('dense', { triangles: 990 }),
    ]
    const shown = rateForHeadset(makeFacts(), costs).costs.map(({ part }) => part)
    expect(shown.at(-1)).toBe('cheap')
  })
})

const makeModel = (more: Partial<ModelFacts> = {}): Asset => {
  const measured = makeFacts(more)
  return { kind: 'model', bytes: 5_000, facts: measured, headsetRating: rateForHeadset(measured, []) }
}

describe('acceptance limits', () => {
  test('each limit is met at its bound and unmet beyond it', () => {
    const at = (limits: Partial<AcceptanceLimits>, asset = makeModel()) =>
      listUnmetLimits({ ...noLimits, ...limits }, [asset])
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
    expect(at({ frameRate: 'green' }, makeModel({ draws: 60 }))).toEqual(['frame-rate'])
    expect(at({ frameRate: 'amber' }, makeModel({ draws: 60 }))).toEqual([])
  })

  test('sizes are compared in millimetres within the tolerance, and a free axis never fails', () => {
    const size = { x: 540, y: 870, z: null, tolerance: 2 }
    expect(listUnmetLimits({ ...noLimits, size }, [makeModel()])).toEqual([])
    expect(listUnmetLimits({ ...noLimits, size: { ...size, tolerance: 1 } }, [makeModel()])).toEqual(['size'])
    const [check] = compareWithAcceptanceLimits({ ...noLimits, size }, [makeModel()])
    expect(check).toMatchObject({ required: '540 × 870 × · ± 2', actual: '540 × 872 × 530' })
  })

  test('the worst of several models counts, and without a model nothing is measured', () => {
    expect(
      listUnmetLimits({ ...noLimits, maxTriangles: 1_500 }, [makeModel(), makeModel({ triangles: 2_000 })]),
    ).toEqual(['triangles'])
    const image: Asset = { kind: 'image', bytes: 10, facts: null, headsetRating: null }
    expect(listUnmetLimits({ ...noLimits, maxTriangles: 1_500, frameRate: 'red' }, [image])).toEqual([
      'triangles',
      'frame-rate',
    ])
    expect(listUnmetLimits(null, [image])).toEqual([])
    expect(listUnmetLimits({ ...noLimits, format: 'model', maxBytes: 1 }, [])).toEqual(['bytes', 'format'])
  })

  test('every model must meet the size, and the one that deviates most is reported, in any order', () => {
    const size = { x: 540, y: null, z: null, tolerance: 2 }
    const wide = (x: number) => makeModel({ size: { x, y: 1, z: 1 } })
    const check = (...assets: Asset[]) => compareWithAcceptanceLimits({ ...noLimits, size }, assets)[0]
    for (const assets of [
      [wide(0.54), wide(0.6), wide(0.545)],
      [wide(0.6), wide(0.545), wide(0.54)],
    ]) {
      expect(check(...assets)).toMatchObject({ met: false, actual: '600 × 1000 × 1000' })
    }
    expect(check(wide(0.54), wide(0.48))).toMatchObject({ met: false, actual: '480 × 1000 × 1000' })
    expect(check(wide(0.54), wide(0.542))).toMatchObject({ met: true, actual: '542 × 1000 × 1000' })
  })

  test('images count as files and by their bytes, and never as a model', () => {
    const limits = { ...noLimits, format: 'image', maxBytes: 6_000, maxTriangles: 1_000 } as const
    expect(listUnmetLimits(limits, withImages([], [{ bytes: 6_000 }]))).toEqual(['triangles'])
    expect(listUnmetLimits(limits, withImages([makeModel()], [{ bytes: 6_000 }]))).toEqual([])
    expect(listUnmetLimits(limits, withImages([makeModel()], [{ bytes: 10 }, { bytes: 6_001 }]))).toEqual(['bytes'])
    expect(listUnmetLimits(limits, withImages([makeModel()], []))).toEqual(['format'])
  })

  test('invalid limits are refused by name', () => {
    expect(checkAcceptanceLimits(noLimits)).toEqual({ ok: true, value: noLimits })
    expect(checkAcceptanceLimits({ ...noLimits, maxTriangles: 0 })).toMatchObject({
      refusal: { field: 'limits.maxTriangles' },
    })
    expect(checkAcceptanceLimits({ ...noLimits, format: 'blend' })).toMatchObject({
      refusal: { code: 'limits.unknown-format' },
    })
    expect(checkAcceptanceLimits({ ...noLimits, frameRate: 'fast' })).toMatchObject({
      refusal: { code: 'limits.unknown-level' },
    })
    const size = { x: 1.5, y: null, z: null, tolerance: 0 }
    expect(checkAcceptanceLimits({ ...noLimits, size })).toMatchObject({ refusal: { field: 'limits.size.x' } })
  })
})

describe('checks before the first byte of an upload', () => {
  const noUsage = { totalBytes: 0, imageBytes: 0, openUploads: 0 }
  const purpose = 'project'
  test('models up to 100 MiB, videos up to 500 MiB', () => {
    expect(checkUpload({ name: 'a.glb', bytes: uploadLimits.fileBytes, purpose }, noUsage).ok).toBe(true)
    const large = checkUpload({ name: 'a.glb', bytes: uploadLimits.fileBytes + 1, purpose }, noUsage)
    expect(large).toMatchObject({ refusal: { code: 'upload.too-large', detail: { megabytes: 100 } } })
    expect(maxUploadBytes('tour.MP4', 'chat')).toBe(uploadLimits.videoBytes)
  })

  test('a missing name, an empty file, too many uploads and an exceeded quota are refused', () => {
    const code = (result: ReturnType<typeof checkUpload>) => (result.ok ? 'ok' : result.refusal.code)
    expect(code(checkUpload({ name: '  ', bytes: 1, purpose }, noUsage))).toBe('upload.name-missing')
    expect(code(checkUpload({ name: 'a', bytes: 0, purpose }, noUsage))).toBe('upload.empty')
    expect(code(checkUpload({ name: 'a', bytes: 1, purpose }, { ...noUsage, openUploads: 20 }))).toBe('upload.too-many')
    const full = { ...noUsage, totalBytes: uploadLimits.quotaBytes }
    expect(code(checkUpload({ name: 'a', bytes: 1, purpose }, full))).toBe('upload.quota-exceeded')
  })

  test('of a name that is too long the end is kept, in whole characters', () => {
    for (const before of ['', 'a']) {
      const checked = checkUpload({ name: `${before}${'👩'.repeat(200)}.glb`, bytes: 1, purpose }, noUsage)
      if (!checked.ok) throw new Error('the name was refused')
      expect(checked.value.name).toMatch(/^(👩){98}\.glb$/u)
    }
    const odd = checkUpload({ name: `${'👩'.repeat(200)}.glbx`, bytes: 1, purpose }, noUsage)
    expect(odd).toMatchObject({ value: { name: `${'👩'.repeat(97)}.glbx` } })
  })

  test('images are limited to 10 MiB whatever their name, and have a quota of their own', () => {
    const image = (bytes: number) => ({ name: 'tour.mp4', bytes, purpose: 'image' }) as const
    expect(checkUpload(image(uploadLimits.imageBytes), noUsage).ok).toBe(true)
    const large = checkUpload(image(uploadLimits.imageBytes + 1), noUsage)
    expect(large).toMatchObject({ refusal: { code: 'upload.too-large', detail: { megabytes: 10 } } })
    const full = { ...noUsage, totalBytes: uploadLimits.imageQuotaBytes, imageBytes: uploadLimits.imageQuotaBytes }
    const more = checkUpload(image(1), full)
    expect(more).toMatchObject({ refusal: { code: 'upload.quota-exceeded', detail: { megabytes: 2_000 } } })
    expect(checkUpload({ name: 'a.glb', bytes: 1, purpose }, full).ok).toBe(true)
  })
})
