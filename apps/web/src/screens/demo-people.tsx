import { enterAs, listDemoPeople } from '@veranda/contract/sandbox/routes.ts'
import { type DemoPerson } from '@veranda/contract/sandbox/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useEffect, useState } from 'react'
import { call } from '../lib/call.ts'
import { usePublicConfig } from '../lib/public-config.ts'
import { useWords } from '../lib/words.ts'
import styles from './demo-people.module.css'
import { useSignIn } from './use-sign-in.ts'

const shownAtFirst = 4

/** In the sandbox: the people of the demo world, each entered by one press. */
export function DemoPeople() {
  const config = usePublicConfig()
  return config?.demoEntry ? <People /> : null
}

function People() {
  const t = useWords('auth')
  const c = useWords('common')
  const [people, setPeople] = useState<readonly DemoPerson[]>([])
  const [failed, setFailed] = useState(false)
  const [all, setAll] = useState(false)
  const signIn = useSignIn()

  useEffect(() => {
    call(listDemoPeople).then(
      (reply) => setPeople(reply.items),
      () => setFailed(true),
    )
  }, [])

  return (
    <section className={styles.demo} aria-label={t('demo.title')}>
      <div>
        <h2>{t('demo.title')}</h2>
        <p className={styles.text}>{signIn.problem ?? (failed ? t('demo.failed') : t('demo.text'))}</p>
      </div>
      <ul className={styles.people}>
        {(all ? people : people.slice(0, shownAtFirst)).map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={styles.person}
              aria-disabled={signIn.busy}
              onClick={() => void signIn.run(enterAs, { body: { person: person.id } })}
            >
              <Avatar name={person.name} src={person.avatar} size="medium" />
              <span>
                <VisuallyHidden>{t('demo.enter', { name: person.name })}</VisuallyHidden>
                <span className={styles.name} aria-hidden="true">
                  {person.name}
                </span>
                <span className={styles.about}>{person.about}</span>
              </span>
              <Chip tone={person.role === 'client' ? 'primary' : 'accent'}>{c(`role.${person.role}`)}</Chip>
            </button>
          </li>
        ))}
      </ul>
      {!all && people.length > shownAtFirst && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {c('more')}
        </Button>
      )}
    </section>
  )
}
