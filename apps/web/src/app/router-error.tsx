import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { ErrorState } from '@veranda/ui/error-state.tsx'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useWords } from '../lib/words.ts'
import { LoadFailed } from './lazy-screen.ts'
import styles from './router-error.module.css'

/** What stands in place of a screen that broke: one that could not be fetched is loaded anew, any other says why. */
export function RouterError({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const t = useWords('errors')
  const failed = error instanceof LoadFailed
  return (
    <main className={cx(styles.page, inside && styles.inside)}>
      {failed ? (
        <ErrorState
          level={1}
          title={t('page.title')}
          text={t('page.text')}
          actions={
            <Button kind="filled" icon="refresh" onClick={() => void reloadPage()}>
              {t('page.reload')}
            </Button>
          }
        />
      ) : (
        <ErrorState
          level={1}
          title={t('router.title')}
          text={t('router.text')}
          reference={messageOf(error)}
          actions={
            <>
              <Button href="/dashboard">{t('router.home')}</Button>
              <Button kind="filled" icon="refresh" onClick={() => void reloadPage()}>
                {t('page.reload')}
              </Button>
            </>
          }
        />
      )}
    </main>
  )
}

export function RouterErrorInside() {
  return <RouterError inside />
}

function messageOf(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : undefined
}

/** Clears what is kept of the app itself, not what a person wrote, and loads it anew. */
async function reloadPage(): Promise<void> {
  try {
    for (const name of await caches.keys()) if (name.startsWith('veranda-shell')) await caches.delete(name)
  } finally {
    location.reload()
  }
}
