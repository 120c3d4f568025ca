import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIo } from '../model/read-model.ts'
import { nameParts } from '../model/name-parts.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { makePerson } from '../testing/person.ts'
import { convertFile } from './convert-file.ts'
import { derivatives } from './messages.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-skins-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function converted(bytes: Uint8Array) {
  const file = join(folder, 'in.glb')
  await writeFile(file, bytes)
  const made = await convertFile(file, folder, () => undefined)
  if (!made.ok || !made.value.facts) throw new Error('the file was refused')
  const io = await makeIo(['EXT_meshopt_compression'])
  const shown = await io.readBinary(new Uint8Array(await readFile(join(folder, derivatives.model))))
  shown.getRoot().setDefaultScene(shown.getRoot().listScenes()[0] ?? null)
  return { facts: made.value.facts, shown }
}

const tallOf = (numbers: ArrayLike<number>) => {
  const heights = Array.from(numbers).filter((_, at) => at % 3 === 1)
  return Math.max(...heights) - Math.min(...heights)
}

test('what hangs in a skin is shown in metres, before its joints move it and after', async () => {
  const { facts, shown } = await converted(await makePerson({ matrices: true }))
  expect(facts.size.y).toBeCloseTo(2, 5)
  expect(facts.tolerance).toBeLessThan(0.0001)
  const [mesh] = shown.getRoot().listMeshes()
  const raw = mesh?.listPrimitives()[0]?.getAttribute('POSITION')?.getArray() ?? []
  expect(tallOf(raw)).toBeCloseTo(1.8, 5)
  expect(nameParts(shown)).toEqual(['Body'])
  expect(tallOf(surfacesOf(shown)[0]?.positions ?? [])).toBeCloseTo(2, 5)
})

test('a skin without inverse bind matrices is one of identities', async () => {
  const { facts, shown } = await converted(await makePerson({ matrices: false }))
  expect(facts.size.y).toBeCloseTo(3, 5)
  expect(tallOf(surfacesOf(shown)[0]?.positions ?? [])).toBeCloseTo(3, 5)
  expect(facts.tolerance).toBeLessThan(0.0001)
})
