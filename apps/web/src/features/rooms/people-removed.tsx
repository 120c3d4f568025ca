import { changeRoomPerson, readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useId } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { PersonChip } from '../../parts/person-chip.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import styles from './room.module.css'

/** Whom hosts took out, each with the way back in, as a guest. */
export function PeopleRemoved({ room }: { room: Room }) {
  const t = useWords('rooms')
  const title = useId()
  const restore = useCommand(changeRoomPerson, { touches: [readRoom] })
  if (room.removed.length === 0) return null

  async function letIn(personId: string, name: string) {
    const done = await restore.run({ params: { id: room.id, personId }, body: { role: 'guest' } })
    if (done.ok) snackbars.add({ title: t('people.restore.done', { name }), tone: 'success' })
  }

  return (
    <Stack gap={3}>
      <h3 id={title} className={styles.quiet}>
        {t('people.removed')}
      </h3>
      <ul className={styles.people} aria-labelledby={title}>
        {room.removed.map((person) => (
          <li key={person.id} className={styles.person}>
            <PersonChip person={person} />
            <Button size="small" kind="quiet" busy={restore.busy} onClick={() => void letIn(person.id, person.name)}>
              {t('people.restore', { name: person.name })}
            </Button>
          </li>
        ))}
      </ul>
      <ProblemBanner problem={restore.problem} />
    </Stack>
  )
}
