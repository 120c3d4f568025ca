import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { requestChanges } from '@veranda/contract/commissions/routes.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ReviewedVersion } from '../reviewed-version.ts'
import { useProjectCommand } from '../use-project-command.ts'
import { useChangesDraft } from './changes-draft.ts'

type ChangeRoundOptions = {
  /** The list is open: pins are read. */
  open: boolean
  /** Called with the text to announce once the round is sent. */
  onSent: (text: string) => void
}

export type ChangeRound = ReturnType<typeof useChangeRound>

/**
 * One round of changes on one exact version: the written items and the open pins, each of which can be left out. The
 * draft is stored until it is sent; the page's dialog and a room's panel edit the same one.
 */
export function useChangeRound(version: ReviewedVersion | undefined, { open, onSent }: ChangeRoundOptions) {
  const t = useTranslations('commissions')
  const draft = useChangesDraft(version?.deliverableId ?? '')
  const hasPins = version !== undefined && version.assets.length > 0
  const pins = useRead(listPins, { params: { id: version?.milestone.id ?? '' } }, { enabled: open && hasPins })
  const command = useProjectCommand(requestChanges, () => {
    draft.startOver()
    void invalidateReads(listPins)
    onSent(t('changes.done'))
  })
  const { written } = draft
  const { excludedPinIds } = draft.value
  // Open pins are included unless they are excluded.
  const openPins = (pins.data?.items ?? []).filter(({ state, round }) => state === 'open' && round === null)
  const includedPins = openPins.filter(({ id }) => !excludedPinIds.includes(id))
  const count = includedPins.length + written.length

  function toggle(pin: Pin) {
    const excluded = excludedPinIds.includes(pin.id)
    draft.change({
      excludedPinIds: excluded ? excludedPinIds.filter((id) => id !== pin.id) : [...excludedPinIds, pin.id],
    })
  }

  function send() {
    if (!version || count === 0) return
    const { deliverableId, hash, milestone } = version
    const messages = written.flatMap(({ messageId }, item) => (messageId === '' ? [] : [{ item, id: messageId }]))
    const items = written.map(({ text }) => text)
    const pinIds = includedPins.map(({ id }) => id)
    const body = { deliverableId, hash, expected: milestone.version, pinIds, items, messages }
    void command.run({ params: { id: milestone.id }, body })
  }

  return {
    /** False once changes can no longer be requested on this version. */
    allowed: version?.actions.includes('request-changes') === true,
    draft,
    written,
    openPins,
    isIncluded: (pin: Pin) => !excludedPinIds.includes(pin.id),
    toggle,
    count,
    sendLabel: t('changes.send', { count }),
    busy: command.busy,
    problem: command.problem,
    send,
  }
}
