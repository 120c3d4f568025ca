import { type PlacementRecord, type RecordKind } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type RefObject } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { snackbars } from '../../../components/toasts.ts'
import { type RecordChange } from './record-changes.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { type ScenePanelsHandle } from '../panels/scene-panels-props.ts'

/** Writes shared records for the page and the scene, and reports the outcome on both. */
export function useRecordWriter(
  participation: RoomParticipation,
  canvas: RoomCanvas | undefined,
  panelsRef: RefObject<ScenePanelsHandle | null>,
) {
  const t = useTranslations('rooms')

  function notify(title: string, tone: 'error' | 'info' = 'info') {
    snackbars.add({ title, tone })
    panelsRef.current?.announce(title)
  }

  /** Writes a record; resolves to false if it was refused. */
  async function write<Kind extends RecordKind>(key: string, change: RecordChange<Kind>): Promise<boolean> {
    const problem = await participation.records.set(key, change)
    if (problem) notify(problem.message || t('write.failed'), 'error')
    return !problem
  }

  /** Releases the grab after writing; a refused placement goes back to the shared one. */
  async function savePlacement(placement: PlacementRecord) {
    const isWritten = await write<'placement'>('placement', placement)
    participation.connection.send({ name: 'release', key: 'placement' })
    if (!isWritten) canvas?.restorePlacement()
  }

  return { notify, write, savePlacement }
}
