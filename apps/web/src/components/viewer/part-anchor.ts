import { type ModelFacts } from '@veranda/contract/assets/schemas.ts'
import { defaultSettings, type ViewerSettings } from '../../three/viewer/viewer-settings.ts'
import { type AnchorPoint } from './viewer-types.ts'

/**
 * Returns an anchor at the centre of a part, viewed from the side and above, for users who cannot point and for views
 * without graphics.
 */
export function partAnchor(facts: ModelFacts, part: string, settings: ViewerSettings = defaultSettings): AnchorPoint {
  const box = facts.parts.find(({ name }) => name === part)?.box ?? facts.box
  const center = (axis: 'x' | 'y' | 'z') => (box.min[axis] + box.max[axis]) / 2
  const position = { x: center('x'), y: center('y'), z: center('z') }
  const eye = [position.x + 1, position.y + 0.6, position.z + 1] as const
  const target = [position.x, position.y, position.z] as const
  return { part, position, normal: { x: 0, y: 1, z: 0 }, view: { eye, target, settings } }
}
