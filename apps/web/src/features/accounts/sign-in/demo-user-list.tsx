import { signInAsDemoUser, listDemoUsers } from '@veranda/contract/sandbox/routes.ts'
import { type DemoUser } from '@veranda/contract/sandbox/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import styles from './demo-user-list.module.css'
import { useSignIn } from './use-sign-in.ts'

const initiallyShownCount = 4

/** Lists the demo users of the sandbox, each signed in with one click. */
export function DemoUserList() {
  const config = usePublicConfig()
  return config?.demoEntry ? <Users /> : null
}

function Users() {
  const t = useTranslations('accounts/sign-in')
  const c = useTranslations('common')
  const [users, setUsers] = useState<readonly DemoUser[]>([])
  const [failed, setFailed] = useState(false)
  const [showAll, setShowAll] = useState(false)
  const signIn = useSignIn()
  const language = useLanguage()

  useEffect(() => {
    call(listDemoUsers).then(
      (reply) => setUsers(reply.items),
      () => setFailed(true),
    )
  }, [])

  return (
    <section className={styles.demo} aria-label={t('demo.title')}>
      <div>
        <h2>{t('demo.title')}</h2>
        <p className={styles.text}>{signIn.problem ?? (failed ? t('demo.failed') : t('demo.text'))}</p>
      </div>
      <ul className={styles.users}>
        {(showAll ? users : users.slice(0, initiallyShownCount)).map((user) => (
          <li key={user.id}>
            <button
              type="button"
              className={styles.user}
              aria-disabled={signIn.busy}
              onClick={() => void signIn.run(signInAsDemoUser, { body: { userId: user.id, language } })}
            >
              <Avatar name={user.name} src={user.avatar} size="medium" />
              <span>
                <VisuallyHidden>{t('demo.enter', { name: user.name })}</VisuallyHidden>
                <span className={styles.name} aria-hidden="true">
                  {user.name}
                </span>
                <span className={styles.about}>{user.about}</span>
              </span>
              <Chip tone={user.role === 'client' ? 'primary' : 'accent'}>{c(`role.${user.role}`)}</Chip>
            </button>
          </li>
        ))}
      </ul>
      {!showAll && users.length > initiallyShownCount && (
        <Button kind="quiet" size="small" onClick={() => setShowAll(true)}>
          {c('more')}
        </Button>
      )}
    </section>
  )
}
