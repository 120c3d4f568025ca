import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareParts } from '@veranda/core/geometry/compare-parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair, railName, railRaised } from '../../../seed/works/chair.ts'
import { Model } from '../../../seed/works/model.ts'
import { surface } from '../../../seed/works/shape.ts'
import { loadModel } from '../model/load-model.ts'
import { measure } from '../model/measure.ts'
import { nameParts } from '../model/name-parts.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { convertFile } from './convert-file.ts'
import { derivatives } from './messages.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-compare-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The parts of what is shown of a file, and how far they lie from it. */
async function shownOf(bytes: Uint8Array) {
  const file = join(folder, 'in.glb')
  await writeFile(file, bytes)
  const converted = await convertFile(file, folder, () => undefined)
  if (!converted.ok || !converted.value.facts) throw new Error('the file was refused')
  const loaded = await loadModel(await readFile(join(folder, derivatives.model)))
  if (!loaded.ok) throw new Error('what was made cannot be read')
  const measured = measure(loaded.value, surfacesOf(loaded.value), nameParts(loaded.value))
  if (!measured.ok) throw new Error('what was made cannot be measured')
  return { parts: measured.value.parts, tolerance: converted.value.facts.tolerance }
}

test('of the two chairs the rail is 12 mm higher, give or take the tolerance, and every other part is where it was', async () => {
  const [one, two] = [await shownOf(await makeChair(1)), await shownOf(await makeChair(2))]
  const tolerance = one.tolerance + two.tolerance
  const changes = compareParts(one.parts, two.parts, tolerance)
  const different = changes.filter(({ change }) => change !== 'same')
  expect(different.map(({ name, change }) => [name, change])).toEqual([[railName, 'moved']])
  expect(Math.abs((different[0]?.largest ?? 0) - railRaised)).toBeLessThanOrEqual(tolerance)
  expect(changes.length).toBeGreaterThan(10)
})

test('a ball that became coarser, because another one came, is where it was within the tolerance that is printed', async () => {
  const ball = (steps: number, x: number) =>
    surface(steps, steps, (u, v) => {
      const [a, b] = [u * Math.PI * 2, (v - 0.5) * Math.PI]
      return [x + Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b)]
    })
  const made = (...more: number[]) => {
    const model = new Model('Balls')
    const stone = model.material({ name: 'Stone', color: [1, 1, 1] })
    model.part('Ball', ball(150, 0), stone)
    for (const steps of more) model.part('Big', ball(steps, 3), stone)
    return model.bytes()
  }
  const [alone, beside] = [await shownOf(await made()), await shownOf(await made(500))]
  const tolerance = alone.tolerance + beside.tolerance
  // It did become coarser, so there is something to tell apart.
  const triangles = (parts: typeof alone.parts) => parts.find(({ name }) => name === 'Ball')?.indices.length ?? 0
  expect(triangles(beside.parts)).toBeLessThan(triangles(alone.parts) * 0.8)
  const [change] = compareParts(alone.parts, beside.parts, tolerance)
  expect(change).toMatchObject({ name: 'Ball', change: 'same' })
  expect(change?.largest).toBeGreaterThan(alone.tolerance)
}, 60_000)
