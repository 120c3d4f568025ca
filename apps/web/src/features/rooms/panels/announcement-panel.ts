import { assumedEyeHeightMetres } from '@veranda/core/rooms/records/floor.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { toastLifeMs } from '../../../three/ui/toast-fade.ts'
import { type PanelModel } from '../../../lib/panels/panel-model.ts'
import { type HeadsetNotice } from '../../../three/room/room-canvas.ts'
import { sceneRecordFor } from '../records/record-changes.ts'
import { actionHandler, type PanelContext, type ScenePanel } from './panel-context.ts'

/** A completed action or an event: a title of at most two lines, and what it means. */
export type Announcement = { text: string; lead?: string; undo?: (() => void) | undefined }

type AnnouncementOptions = {
  /** The participant who asks everyone to come. */
  gatherRequest: { participantSlot: number; name: string } | undefined
  dismissGather: () => void
  /** The last completed action, until it is dismissed. */
  announcement: Announcement | undefined
  dismissAnnouncement: () => void
  /** A version that arrived while another one is in the scene. */
  newerVersion: RoomVersion | undefined
  dismissVersion: (deliverableId: string) => void
}

/** Returns the announcement of a notice of the headset. */
export function headsetAnnouncement(notice: HeadsetNotice, t: PanelContext['t'], lengths: PanelContext['lengths']) {
  if (notice === 'recentred') return { text: t('scene.recentred'), lead: t('scene.recentred.lead') }
  if (notice === 'off-floor') return { text: t('scene.off-floor'), lead: t('scene.off-floor.lead') }
  if (notice === 'let-go') return { text: t('scene.let-go'), lead: t('scene.let-go.lead') }
  return {
    text: t('scene.no-floor'),
    lead: t('scene.no-floor.lead', { height: lengths.metres(assumedEyeHeightMetres) }),
  }
}

/** Builds the announcement panel at the side, one announcement at a time. Each fades by itself. */
export function announcementPanel(context: PanelContext, options: AnnouncementOptions): ScenePanel | undefined {
  const { base, t, canvas, can, write } = context
  const { gatherRequest, announcement, newerVersion, dismissGather, dismissAnnouncement, dismissVersion } = options
  const close = { id: 'close', label: t('scene.close'), look: 'plain' } as const
  const panelWith = (id: string, title: string, actions: PanelModel['actions']): PanelModel => {
    const lifeMs = actions.length > 0 ? toastLifeMs.action : toastLifeMs.text
    return { ...base, id, title, side: 'right', rows: [], actions: [...actions, close], lifeMs }
  }
  if (gatherRequest) {
    const { participantSlot, name } = gatherRequest
    const join = { id: 'go', label: t('users.gathered.go'), look: 'filled' } as const
    const joinUser = () => {
      canvas?.joinParticipant(participantSlot)
      dismissGather()
    }
    return {
      model: panelWith('gathered', t('users.gathered', { name }), [join]),
      handleAction: actionHandler({ go: joinUser, close: dismissGather }),
    }
  }
  if (announcement) {
    const { lead } = announcement
    const undo = announcement.undo ? [{ id: 'undo', label: t('scene.undo'), look: 'plain' } as const] : []
    const undoAndDismiss = () => {
      announcement.undo?.()
      dismissAnnouncement()
    }
    return {
      model: { ...panelWith('announcement', announcement.text, undo), ...(lead !== undefined && { lead }) },
      handleAction: actionHandler({ undo: undoAndDismiss, close: dismissAnnouncement }),
    }
  }
  if (!newerVersion) return undefined
  const { deliverableId, number, milestone, assets } = newerVersion
  const asset = assets[0]
  const title = t('version.newer', { number, milestone: milestone.title })
  const show = can('place') && asset ? [{ id: 'show', label: t('version.newer.show'), look: 'plain' } as const] : []
  return {
    model: panelWith('newer', title, show),
    handleAction: actionHandler({
      show: () => asset && void write<'scene'>('scene', sceneRecordFor(newerVersion, asset.id)),
      close: () => dismissVersion(deliverableId),
    }),
  }
}
