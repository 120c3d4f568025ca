import { type Place } from './viewer-types.ts'

/** A place on a work and how it was looked at, as a pin of one exact version keeps them. */
export function pinAnchor({ part, position, normal, view }: Place, deliverableId: string, workId: string) {
  const { eye, target, settings } = view
  const shown = { ...settings, hidden: [...settings.hidden] }
  const seen = { eye: [...eye] as [number, number, number], target: [...target] as [number, number, number] }
  return { deliverableId, workId, part, position, normal, view: { ...seen, settings: shown } }
}
