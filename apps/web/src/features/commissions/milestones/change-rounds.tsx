import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { pinLookOf } from '@veranda/core/commissions/pins/pin-look.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { PinMarker } from '../../../components/pins/pin-marker.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { PinClosedBy } from '../pins/pin-closed-by.tsx'
import { pinTones } from '../pins/pin-view-model.ts'
import { projectUrl } from '../project-url.ts'
import styles from './milestone.module.css'

type ChangeRoundsProps = { projectId: string; milestone: Milestone; pins: readonly Pin[] }
type ChangeItem = Milestone['changes'][number]['items'][number]

/** Returns the round that the viewer answers with the next version, if it is the viewer who delivers it. */
function roundToDeliver({ state, actions, changes, round }: Milestone): Milestone['changes'][number] | undefined {
  if (state !== 'changes_requested' || !actions.includes('add-deliverable')) return undefined
  return changes.find((one) => one.round === round)
}

/**
 * Renders the requested changes, newest round first, without the one that stands above the form of the next version.
 * Only pins are numbered: an item that comes from a
 * pin shows the pin's number and state, so that a number means the same in every list and on the model.
 */
export function ChangeRounds({ projectId, milestone, pins }: ChangeRoundsProps) {
  const t = useTranslations('commissions')
  const shownElsewhere = roundToDeliver(milestone)
  return milestone.changes
    .filter((round) => round !== shownElsewhere)
    .toSorted((a, b) => b.round - a.round)
    .map((round) => {
      const version = milestone.deliverables.find(({ id }) => id === round.deliverableId)
      return (
        <Card
          key={round.round}
          title={t('changes.round', { round: round.round, rounds: milestone.rounds })}
          aside={<Timestamp at={round.at} show="moment" />}
          padded
        >
          {version && <p className={styles.quiet}>{t('changes.to-version', { number: version.number })}</p>}
          <RequestedChanges items={round.items} projectId={projectId} pins={pins} />
        </Card>
      )
    })
}

/** Renders what the next version must change, for the creator who delivers it. */
export function ChangesToDeliver({ projectId, milestone, pins }: ChangeRoundsProps) {
  const t = useTranslations('commissions')
  const heading = useId()
  const round = roundToDeliver(milestone)
  if (!round) return null
  return (
    <section aria-labelledby={heading} className={styles.toDeliver}>
      <h3 id={heading}>{t('changes.round', { round: round.round, rounds: milestone.rounds })}</h3>
      <RequestedChanges items={round.items} projectId={projectId} pins={pins} />
    </section>
  )
}

type RequestedChangesProps = { items: readonly ChangeItem[]; projectId: string; pins: readonly Pin[] }

/** Renders what the client wants in one round, each change with its pin, chat message and state. */
function RequestedChanges({ items, projectId, pins }: RequestedChangesProps) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <RequestedChange
          key={item.id}
          item={item}
          pin={pins.find(({ id }) => id === item.pinId)}
          projectId={projectId}
        />
      ))}
    </ul>
  )
}

type RequestedChangeProps = { item: ChangeItem; pin: Pin | undefined; projectId: string }

function RequestedChange({ item, pin, projectId }: RequestedChangeProps) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/pins')
  const [params] = useSearchParams()
  return (
    <li className={styles.change}>
      {pin ? (
        <PinMarker number={pin.number} look={pinLookOf(pin.state, false)} />
      ) : (
        <span className={styles.bullet} aria-hidden="true" />
      )}
      <div>
        <p dir="auto">{item.text}</p>
        {pin && pin.state !== 'open' && (
          <Inline wrap gap={2}>
            <Chip tone={pinTones[pin.state]}>{p(pin.state)}</Chip>
            <PinClosedBy closed={pin.closed} />
          </Inline>
        )}
        {item.pinId !== null && (
          <Anchor className={styles.pinLink} href={`?${withPinOpen(params, item.pinId)}`}>
            <Icon name="pin" size={14} />
            {p('changes.pin')}
          </Anchor>
        )}
        {item.message && (
          <Anchor className={styles.pinLink} href={projectUrl(projectId, 'chat', { messageSeq: item.message.seq })}>
            <Icon name="message" size={14} />
            {t('changes.message')}
          </Anchor>
        )}
      </div>
    </li>
  )
}

/** Returns the query string of this page with the pin open. */
function withPinOpen(params: URLSearchParams, pinId: string): string {
  const next = new URLSearchParams(params)
  next.set('pin', pinId)
  return next.toString()
}
