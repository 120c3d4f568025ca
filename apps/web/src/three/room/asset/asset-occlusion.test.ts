import { Mesh, PerspectiveCamera, Scene, type WebGLRenderer } from 'three'
import { expect, test } from 'vitest'
import { RecordingRenderer } from '../../viewer/testing/recording-renderer.ts'
import { headlessRoom, twoBoxes } from '../testing/headless-room.ts'
import { AssetOcclusion } from './asset-occlusion.ts'
import { PlacedModel } from './placed-model.ts'

test('on a screen the visible versions in their own colours have darker creases; in a headset nothing more is drawn', () => {
  const { asset, placedModel } = headlessRoom()
  const scene = new Scene().add(asset.group)
  const renderer = new RecordingRenderer()
  // What the shade calls.
  const view = { renderer: renderer as unknown as WebGLRenderer, scene, camera: new PerspectiveCamera() }
  const occlusion = new AssetOcclusion(asset, view)
  const previous = new PlacedModel(twoBoxes(), [])
  asset.previous = previous
  asset.group.add(previous.group)
  const shaded = (isShown = true) => {
    renderer.drawings.length = 0
    occlusion.update(isShown)
    const shade = scene.children.find((child) => child instanceof Mesh)
    expect(shade?.visible).toBe(renderer.drawings.length > 0)
    return [placedModel, previous].map(({ group }) => renderer.drawings.some(({ root }) => root === group))
  }
  asset.refresh()
  expect(shaded()).toEqual([true, false])
  asset.applyTools(asset.tools, 'side', false)
  expect(shaded()).toEqual([true, true])
  // A ghost has no creases.
  asset.applyTools(asset.tools, 'overlay', false)
  expect(shaded()).toEqual([true, false])
  expect(shaded(false)).toEqual([false, false])
  expect(renderer.drawings).toEqual([])
})
