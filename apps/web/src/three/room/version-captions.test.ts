import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { PlacedModel } from './asset/placed-model.ts'
import { type Caption } from './room-labels.ts'
import { headlessRoom, twoBoxes } from './testing/headless-room.ts'
import { VersionCaptions } from './version-captions.ts'

test('two versions in sight have their names above them, and one alone only a scale that is not its own', () => {
  const { asset, placedModel } = headlessRoom()
  const previous = new PlacedModel(twoBoxes(), [])
  asset.previous = previous
  asset.group.add(previous.group)
  let shown: readonly Caption[] = []
  const format = { scale: (): string | undefined => undefined }
  const captions = new VersionCaptions(asset, { setCaptions: (next) => (shown = next) }, format)
  captions.setNames({ current: 'Version 2', previous: 'Version 1' })
  const texts = () => shown.map(({ text }) => text)
  expect(texts()).toEqual(['', ''])

  asset.applyTools(asset.tools, 'side', false, { angle: 0, gap: 0.5 })
  captions.update()
  expect(texts()).toEqual(['Version 2', 'Version 1'])
  for (const [index, model] of [placedModel, previous].entries())
    expect(shown[index]?.position).toEqual(asset.topOf(model, new Vector3()))
  expect(shown[0]?.position.distanceTo(shown[1]?.position ?? new Vector3())).toBeGreaterThan(0.5)

  asset.applyTools(asset.tools, 'none', false)
  format.scale = () => '1:2'
  captions.update()
  expect(texts()).toEqual(['1:2', ''])
})
