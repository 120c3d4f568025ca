import { type RefObject, useEffect, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ParticipantArrow, type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import styles from './edge-arrows.module.css'

type Props = {
  canvas: RoomCanvas
  participants: RoomConnectionState['participants']
  /** The user's own other devices need no arrow. */
  ownUserId: string | undefined
  /** The canvas, which gets the focus of an arrow that is pressed and gone. */
  host: RefObject<HTMLElement | null>
}

/** Interval at which the arrows are placed, in milliseconds; smoother steps would cost more than they show. */
const placingMs = 100

/** Shows an arrow with the name of each user out of view at the edge of the canvas; a press turns to them. */
export function EdgeArrows({ canvas, participants, ownUserId, host }: Props) {
  const t = useTranslations('rooms')
  const [arrows, setArrows] = useState<readonly ParticipantArrow[]>([])
  useEffect(() => {
    const timer = setInterval(() => {
      const next = canvas
        .edgeArrows()
        .map(({ participantSlot, x, y }) => ({ participantSlot, x: round(x), y: round(y) }))
      setArrows((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next))
    }, placingMs)
    return () => clearInterval(timer)
  }, [canvas])

  function turnTo(participantSlot: number) {
    canvas.lookAtParticipant(participantSlot)
    host.current?.focus()
  }

  const named = arrows.flatMap((arrow) => {
    const participant = participants.get(arrow.participantSlot)
    return !participant || participant.userId === ownUserId ? [] : [{ ...arrow, name: participant.displayName }]
  })
  return named.map(({ participantSlot, x, y, name }) => (
    <button
      key={participantSlot}
      type="button"
      className={styles.arrow}
      data-side={sideOf(x, y)}
      style={{ left: `${(x + 1) * 50}%`, top: `${(1 - y) * 50}%` }}
      aria-label={t('users.turn', { name })}
      onClick={() => turnTo(participantSlot)}
    >
      <bdi>{name}</bdi>
    </button>
  ))
}

function round(share: number): number {
  return Math.round(share * 100) / 100
}

/** The sides are those of the room, in every direction of writing. */
function sideOf(x: number, y: number): 'left' | 'right' | 'up' | 'down' {
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? 'left' : 'right'
  return y > 0 ? 'up' : 'down'
}
