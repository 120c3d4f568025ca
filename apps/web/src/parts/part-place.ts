import { type ModelFacts } from '@veranda/contract/works/schemas.ts'
import { plainSettings, type Settings } from '../stage/settings.ts'
import { type Place } from './viewer-types.ts'

/** The middle of a part, seen from beside and above: a place for who cannot point, and where nothing is drawn. */
export function partPlace(facts: ModelFacts, part: string, settings: Settings = plainSettings): Place {
  const box = facts.parts.find(({ name }) => name === part)?.box ?? facts.box
  const middle = (axis: 'x' | 'y' | 'z') => (box.min[axis] + box.max[axis]) / 2
  const position = { x: middle('x'), y: middle('y'), z: middle('z') }
  const eye = [position.x + 1, position.y + 0.6, position.z + 1] as const
  const target = [position.x, position.y, position.z] as const
  return { part, position, normal: { x: 0, y: 1, z: 0 }, view: { eye, target, settings } }
}
