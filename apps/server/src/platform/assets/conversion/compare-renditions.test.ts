import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareParts } from '@veranda/core/geometry/compare-parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair, raisedPartName, railRaiseMetres } from '../../../../seed/assets/chair.ts'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { gridSurface } from '../../../../seed/assets/shapes.ts'
import { loadGlb } from '../model/load-glb.ts'
import { measureModel } from '../model/measure-model.ts'
import { nameParts } from '../model/name-parts.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { convertFile } from './convert-file.ts'
import { renditionFileNames } from './worker-messages.ts'
import { isMatrixRun } from '../../../testing/test-scope.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-compare-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Converts a file; returns the parts of its model rendition and their tolerance. */
async function convertAndMeasure(bytes: Uint8Array) {
  const file = join(folder, 'in.glb')
  await writeFile(file, bytes)
  const converted = await convertFile(file, folder, () => undefined)
  if (!converted.ok || !converted.value.facts) throw new Error('the file was refused')
  const loaded = await loadGlb(await readFile(join(folder, renditionFileNames.model)))
  if (!loaded.ok) throw new Error('the rendition cannot be read')
  const measured = measureModel(loaded.value, listSurfaces(loaded.value), nameParts(loaded.value))
  if (!measured.ok) throw new Error('the rendition cannot be measured')
  return { parts: measured.value.parts, tolerance: converted.value.facts.deviation }
}

test.runIf(isMatrixRun)(
  'between the two chairs the rail is 12 mm higher within the tolerance, and every other part is unmoved',
  async () => {
    const [one, two] = [await convertAndMeasure(await makeChair(1)), await convertAndMeasure(await makeChair(2))]
    const tolerance = one.tolerance + two.tolerance
    const changes = compareParts(one.parts, two.parts, tolerance)
    const different = changes.filter(({ change }) => change !== 'same')
    expect(different.map(({ name, change }) => [name, change])).toEqual([[raisedPartName, 'moved']])
    expect(Math.abs((different[0]?.largest ?? 0) - railRaiseMetres)).toBeLessThanOrEqual(tolerance)
    expect(changes.length).toBeGreaterThan(10)
  },
)

test.runIf(isMatrixRun)(
  'a ball simplified because another part was added is unmoved within the displayed tolerance',
  async () => {
    const ball = (steps: number, x: number) =>
      gridSurface(steps, steps, (u, v) => {
        const [a, b] = [u * Math.PI * 2, (v - 0.5) * Math.PI]
        return [x + Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b)]
      })
    const made = (...more: number[]) => {
      const model = new ModelBuilder('Balls')
      const stone = model.addMaterial({ name: 'Stone', color: [1, 1, 1] })
      model.addPart('Ball', ball(150, 0), stone)
      for (const steps of more) model.addPart('Big', ball(steps, 3), stone)
      return model.toGlb()
    }
    const [ballAlone, ballWithLarger] = [
      await convertAndMeasure(await made()),
      await convertAndMeasure(await made(420)),
    ]
    const tolerance = ballAlone.tolerance + ballWithLarger.tolerance
    // It was simplified, so there is a difference to detect.
    const triangles = (parts: typeof ballAlone.parts) => parts.find(({ name }) => name === 'Ball')?.indices.length ?? 0
    expect(triangles(ballWithLarger.parts)).toBeLessThan(triangles(ballAlone.parts) * 0.8)
    const [change] = compareParts(ballAlone.parts, ballWithLarger.parts, tolerance)
    expect(change).toMatchObject({ name: 'Ball', change: 'same' })
    expect(change?.largest).toBeGreaterThan(ballAlone.tolerance)
  },
  60_000,
)
