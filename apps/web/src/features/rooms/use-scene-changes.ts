import { listPins, requestPinnedChanges } from '@veranda/contract/pins/routes.ts'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { listRoomWorks } from '@veranda/contract/rooms/routes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { type ScenePanel } from './scene-now.ts'

type SceneChanges = {
  readonly open: () => void
  readonly panel: (base: Pick<PanelModel, 'direction' | 'language'>) => ScenePanel | undefined
}

/** A round of changes from inside a headset: what is pinned and still open, each to be left out by a press. */
export function useSceneChanges(version: RoomVersion | undefined, done: (count: number) => void): SceneChanges {
  const t = useWords('rooms')
  const textOf = useProblemText()
  const [asking, setAsking] = useState<{ deliverableId: string; left: readonly string[] }>()
  const may = version !== undefined && version.may.requestChanges && asking?.deliverableId === version.deliverableId
  const { data } = useRead(listPins, { params: { id: version?.milestone.id ?? '' } }, { enabled: may })
  const open = data?.items.filter(({ state, round }) => state === 'open' && round === null) ?? []
  const ticked = open.filter(({ id }) => asking?.left.includes(id) !== true)
  const send = useCommand(requestPinnedChanges, {
    idempotent: true,
    touches: [listPins, listRoomWorks, readCommission],
    onDone: () => {
      setAsking(undefined)
      done(ticked.length)
    },
  })

  function panel(base: Pick<PanelModel, 'direction' | 'language'>): ScenePanel | undefined {
    if (!may) return undefined
    const problem = send.problem && { id: 'problem', text: textOf(send.problem), tone: 'error' as const }
    const model: PanelModel = {
      ...base,
      id: 'changes',
      title: t('decide.changes'),
      lead: t(open.length === 0 ? 'scene.changes.none' : 'scene.changes.lead'),
      side: 'front',
      rows: [
        ...(problem ? [problem] : []),
        ...open.map(({ id, number, messages: [first] }) => ({
          id,
          text: t('pins.number', { number }),
          detail: first?.text ?? '',
          action: `tick:${id}`,
          chosen: ticked.some((pin) => pin.id === id),
        })),
      ],
      actions: [
        {
          id: 'send',
          label: t('scene.changes.send', { count: ticked.length }),
          look: 'filled',
          disabled: send.busy || ticked.length === 0,
        },
        { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' },
      ],
    }
    return { model, act }
  }

  function act(actionId: string) {
    if (!asking || !version) return
    const [kind, id = ''] = actionId.split(':')
    if (kind === 'tick') {
      const left = asking.left.includes(id) ? asking.left.filter((one) => one !== id) : [...asking.left, id]
      return setAsking({ ...asking, left })
    }
    if (kind !== 'send') return setAsking(undefined)
    const { deliverableId, hash, milestone } = version
    const body = { deliverableId, hash, expected: milestone.version, items: [], messages: [] }
    void send.run({ params: { id: milestone.id }, body: { ...body, pinIds: ticked.map((pin) => pin.id) } })
  }

  return { open: () => version && setAsking({ deliverableId: version.deliverableId, left: [] }), panel }
}
