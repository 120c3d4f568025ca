import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { useState } from 'react'
import { originalFilesOf } from '../../../features/commissions/deliverables/original-files.tsx'
import { useMilestoneStatusText } from '../../../features/commissions/milestones/milestone-status.tsx'
import { actionHandler, type PanelContext, type ScenePanel } from '../../../features/rooms/panels/panel-context.ts'
import { useRead } from '../../../lib/api/query.ts'

/**
 * Draws what follows a release, for the user who released: where the money goes, the files that are ready, and the way
 * to the page with its downloads, review and next commission. `openPage` shows these there.
 */
export function useEndingPanel({ base, t, canvas }: PanelContext, openPage: () => void) {
  const [ended, setEnded] = useState<{ version: RoomVersion; text: string }>()
  const statusText = useMilestoneStatusText()
  const { data: commission } = useRead(
    readCommission,
    { params: { id: ended?.version.commissionId ?? '' } },
    { enabled: ended !== undefined },
  )
  const milestone = commission?.milestones.find(
    ({ id, state }) => id === ended?.version.milestone.id && state === 'released',
  )

  function panel(): ScenePanel | undefined {
    if (!ended) return undefined
    const count = milestone ? originalFilesOf(milestone).length : 0
    return {
      model: {
        ...base,
        id: 'ending',
        title: ended.text,
        // Panels draw plain text.
        ...(commission && milestone ? { lead: statusText(commission, milestone).replaceAll(/<\/?\w+>/g, '') } : {}),
        side: 'front',
        rows: [
          ...(count > 0 ? [{ id: 'files', text: t('scene.ending.files', { count }), tone: 'success' as const }] : []),
          { id: 'next', text: t('scene.ending.next') },
        ],
        actions: [
          { id: 'page', label: t('scene.confirm.open'), look: 'filled' },
          { id: 'close', label: t('scene.close'), look: 'plain' },
        ],
      },
      handleAction: actionHandler({
        page() {
          setEnded(undefined)
          openPage()
          void canvas?.exitHeadset()
        },
        close: () => setEnded(undefined),
      }),
    }
  }

  return { open: (version: RoomVersion, text: string) => setEnded({ version, text }), panel }
}
