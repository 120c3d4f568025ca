import { Box3, Object3D, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { type Model } from '../model.ts'
import { VersionPair } from './version-pair.ts'

/** Returns a model of this width that only has a size. */
function modelOfWidth(width: number): Model {
  const ignore = () => undefined
  const model = {
    root: new Object3D(),
    box: new Box3(new Vector3(0, 0, 0), new Vector3(width, 1, 1)),
    explode: ignore,
    setWireframe: ignore,
    setVariant: ignore,
    setClippingPlanes: ignore,
    setAppearance: ignore,
    setHiddenParts: ignore,
    dispose: ignore,
  }
  // Only what the pair calls.
  return model as unknown as Model
}

test('what is shown has the size of both versions while they are compared, and of the current one otherwise', () => {
  const versions = new VersionPair(new Object3D())
  versions.setCurrent(modelOfWidth(1))
  versions.setPrevious(modelOfWidth(5))
  expect(versions.box.max.x).toBe(1)
  versions.setCompareMode('map', false)
  expect(versions.box.max.x).toBe(5)
  versions.setCompareMode(undefined, false)
  expect(versions.box.max.x).toBe(1)
})
