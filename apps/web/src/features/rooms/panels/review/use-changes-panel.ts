import { listPins, requestPinnedChanges } from '@veranda/contract/commissions/pins/routes.ts'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { listRoomVersions } from '@veranda/contract/rooms/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelModel } from '../../../../lib/panels/panel-model.ts'
import { useState } from 'react'
import { useCommand } from '../../../../lib/api/use-command.ts'
import { useRead } from '../../../../lib/api/query.ts'
import { useTranslations } from '../../../../lib/i18n.ts'
import { useProblemText } from '../../../../components/use-problem-text.ts'
import { type ScenePanel } from '../panel-context.ts'

type ChangesPanel = {
  readonly open: () => void
  readonly panel: (base: Pick<PanelModel, 'direction' | 'language'>) => ScenePanel | undefined
}

/** Requests changes from inside a headset: lists the open pins, each of which can be left out. */
export function useChangesPanel(version: RoomVersion | undefined, onSent: (count: number) => void): ChangesPanel {
  const t = useTranslations('rooms')
  const problemText = useProblemText()
  const [selection, setSelection] = useState<{ deliverableId: string; left: readonly string[] }>()
  const isOpen =
    version !== undefined &&
    version.actions.includes('request-changes') &&
    selection?.deliverableId === version.deliverableId
  const { data } = useRead(listPins, { params: { id: version?.milestone.id ?? '' } }, { enabled: isOpen })
  const openPins = data?.items.filter(({ state, round }) => state === 'open' && round === null) ?? []
  const selectedPins = openPins.filter(({ id }) => selection?.left.includes(id) !== true)
  const send = useCommand(requestPinnedChanges, {
    idempotent: true,
    invalidates: [listPins, listRoomVersions, readCommission],
    onDone: () => {
      setSelection(undefined)
      onSent(selectedPins.length)
    },
  })

  function panel(base: Pick<PanelModel, 'direction' | 'language'>): ScenePanel | undefined {
    if (!isOpen) return undefined
    const problem = send.problem && { id: 'problem', text: problemText(send.problem), tone: 'error' as const }
    const model: PanelModel = {
      ...base,
      id: 'changes',
      title: t('decide.changes'),
      lead: t(openPins.length === 0 ? 'scene.changes.none' : 'scene.changes.lead'),
      side: 'front',
      rows: [
        ...(problem ? [problem] : []),
        ...openPins.map(({ id, number, messages: [first] }) => ({
          id,
          text: t('pins.number', { number }),
          detail: first?.text ?? '',
          action: `tick:${id}`,
          chosen: selectedPins.some((pin) => pin.id === id),
        })),
      ],
      actions: [
        {
          id: 'send',
          label: t('scene.changes.send', { count: selectedPins.length }),
          look: 'filled',
          disabled: send.busy || selectedPins.length === 0,
        },
        { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' },
      ],
    }
    return { model, handleAction }
  }

  function handleAction(actionId: string) {
    if (!selection || !version) return
    const [kind, id = ''] = actionId.split(':')
    if (kind === 'tick') {
      const left = selection.left.includes(id) ? selection.left.filter((one) => one !== id) : [...selection.left, id]
      return setSelection({ ...selection, left })
    }
    if (kind !== 'send') return setSelection(undefined)
    const { deliverableId, hash, milestone } = version
    const body = { deliverableId, hash, expected: milestone.version, items: [], messages: [] }
    void send.run({ params: { id: milestone.id }, body: { ...body, pinIds: selectedPins.map((pin) => pin.id) } })
  }

  return { open: () => version && setSelection({ deliverableId: version.deliverableId, left: [] }), panel }
}
