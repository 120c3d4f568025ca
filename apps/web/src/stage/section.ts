import { type Box3, Plane, Vector3 } from 'three'
import { type Section } from './settings.ts'

/** The plane of a cut through a work that fills `box`; what lies on its far side is taken away. */
export function planesOf(section: Section | null, box: Box3 | undefined): Plane[] {
  if (!section || !box) return []
  const at = box.min[section.axis] + (box.max[section.axis] - box.min[section.axis]) * section.at
  const normal = new Vector3()
  normal[section.axis] = section.turned ? 1 : -1
  return [new Plane(normal, section.turned ? -at : at)]
}
