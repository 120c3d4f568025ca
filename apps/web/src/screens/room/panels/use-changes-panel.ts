import { useState } from 'react'
import { useChangeRound } from '../../../features/commissions/milestones/use-change-round.ts'
import { actionHandler, type PanelContext, type ScenePanel } from '../../../features/rooms/panels/panel-context.ts'
import { pinText } from '../../../components/pins/pin-text.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'

type ChangesPanel = {
  /** Changes can be requested on the version in the scene. */
  readonly allowed: boolean
  readonly open: () => void
  readonly panel: () => ScenePanel | undefined
}

/** Draws a round of changes: the open pins, each of which can be left out, and the items written on the page. */
export function useChangesPanel({ base, t, shared, announce }: PanelContext): ChangesPanel {
  const tPins = useTranslations('commissions/pins')
  const problemText = useProblemText()
  const { version } = shared
  const [openedFor, setOpenedFor] = useState<string>()
  const isOpen = version !== undefined && openedFor === version.deliverableId
  const round = useChangeRound(version, {
    open: isOpen,
    onSent(text) {
      setOpenedFor(undefined)
      announce(text)
    },
  })
  const { openPins, written, problem } = round

  function panel(): ScenePanel | undefined {
    if (!isOpen || !round.allowed) return undefined
    const isEmpty = openPins.length === 0 && written.length === 0
    return {
      model: {
        ...base,
        id: 'changes',
        title: t('decide.changes'),
        lead: t(isEmpty ? 'scene.changes.none' : 'scene.changes.lead'),
        side: 'front',
        rows: [
          ...(problem ? [{ id: 'problem', text: problemText(problem), tone: 'error' as const }] : []),
          ...openPins.map((pin) => ({
            id: pin.id,
            text: t('pins.number', { number: pin.number }),
            detail: pinText(pin, tPins),
            action: `tick:${pin.id}`,
            chosen: round.isIncluded(pin),
          })),
          ...written.map(({ text }, index) => ({ id: `item-${index}`, text })),
        ],
        actions: [
          { id: 'send', label: round.sendLabel, look: 'filled', disabled: round.busy || round.count === 0 },
          { id: 'cancel', label: t('scene.approve.cancel'), look: 'plain' },
        ],
      },
      handleAction: actionHandler({
        tick(id) {
          const pin = openPins.find((one) => one.id === id)
          if (pin) round.toggle(pin)
        },
        send: round.send,
        cancel: () => setOpenedFor(undefined),
      }),
    }
  }

  return { allowed: round.allowed, open: () => setOpenedFor(version?.deliverableId), panel }
}
