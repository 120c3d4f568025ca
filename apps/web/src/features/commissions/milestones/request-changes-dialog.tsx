import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { changeLimits } from '@veranda/core/commissions/milestones/milestone.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { day } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { VersionTag } from '../version-tag.tsx'
import { CommandProblem } from '../command-problem.tsx'
import styles from './milestone.module.css'
import { pinText } from '../../../components/pins/pin-text.ts'
import pinStyles from '../pins/pins.module.css'
import { toReviewedVersion } from '../reviewed-version.ts'
import { type ChangeRound, useChangeRound } from './use-change-round.ts'

type RequestChangesDialogProps = { milestone: Milestone; version: Deliverable; open: boolean; onClose: () => void }

/**
 * Renders the dialog that sends one exact version back with a list of changes; the draft is stored until it is
 * sent.
 */
export function RequestChangesDialog({ milestone, version, open, onClose }: RequestChangesDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const r = useTranslations('error-codes')
  const round = useChangeRound(toReviewedVersion(milestone, version), {
    open,
    onSent(title) {
      snackbars.add({ title, tone: 'success' })
      onClose()
    },
  })
  const [submitAttempted, setSubmitAttempted] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const { draft, allowed, count } = round
  const { items } = draft.value

  const focusItem = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('textarea')[index]?.focus())
  function addAfter(index: number) {
    if (items.length >= changeLimits.items) return
    draft.addAfter(index)
    focusItem(index + 1)
  }
  function remove(index: number) {
    draft.remove(index)
    focusItem(Math.max(0, index - 1))
  }
  function send() {
    setSubmitAttempted(true)
    if (count === 0) return focusItem(0)
    round.send()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t('changes.title')}
      text={t('changes.text', {
        round: milestone.round + 1,
        rounds: milestone.rounds,
        count: currentRates.changesDueMs / day,
      })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" busy={round.busy} disabled={!allowed} onClick={send}>
            {round.sendLabel}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <VersionTag number={version.number} hash={version.hash} />
        {round.openPins.length > 0 && <PinChecklist round={round} />}
        <ol ref={list} className={styles.editItems}>
          {items.map((item, index) => (
            <li key={index} className={styles.editItem}>
              <span className={styles.itemBullet} aria-hidden="true" />
              <TextArea
                rows={1}
                className={styles.oneLine}
                aria-label={t('changes.item', { number: index + 1 })}
                placeholder={index === 0 ? t('changes.item.hint') : undefined}
                aria-invalid={submitAttempted && count === 0 ? true : undefined}
                maxLength={changeLimits.text}
                value={item}
                onChange={(event) => draft.change({ items: items.with(index, event.target.value) })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
                    event.preventDefault()
                    addAfter(index)
                  } else if (event.key === 'Backspace' && item === '' && items.length > 1) {
                    event.preventDefault()
                    remove(index)
                  }
                }}
              />
              <IconButton
                size="small"
                icon="close"
                label={t('changes.remove', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
        <div>
          <Button icon="plus" size="small" onClick={() => addAfter(items.length - 1)}>
            {t('changes.add')}
          </Button>
        </div>
        {submitAttempted && count === 0 && (
          <p className={styles.error} role="alert">
            {r('changes.no-items')}
          </p>
        )}
        <CommandProblem problem={round.problem} staleText={t('stale.now')} isStale={!allowed && !round.busy} />
      </Stack>
    </Dialog>
  )
}

/** Renders the open pins as checkboxes; checked pins are sent with the round. */
function PinChecklist({ round }: { round: Pick<ChangeRound, 'openPins' | 'isIncluded' | 'toggle'> }) {
  const t = useTranslations('commissions/pins')
  return (
    <fieldset className={pinStyles.ticks}>
      <legend>{t('changes.pins')}</legend>
      {round.openPins.map((pin) => (
        <Checkbox
          key={pin.id}
          label={
            <>
              {pin.number}. <bdi>{pinText(pin, t)}</bdi>
            </>
          }
          checked={round.isIncluded(pin)}
          onChange={() => round.toggle(pin)}
        />
      ))}
      <p className={pinStyles.quiet}>{t('changes.pins.hint')}</p>
    </fieldset>
  )
}
