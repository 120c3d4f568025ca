import { changeAvatar, removeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { minAvatarCropPixels } from '@veranda/core/accounts/avatar/avatar.ts'
import { bytesPerMebibyte, uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { type Outcome, runCommand, useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ChosenPicture } from './avatar-dialog.tsx'
import styles from '../settings/settings.module.css'

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx').then((module) => ({ default: module.AvatarDialog })))

const mediaTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const megabytes = uploadLimits.imageBytes / bytesPerMebibyte

/** Long enough to read the snackbar and change one's mind. */
const undoTimeoutMs = 10_000
/** Each message about the picture replaces the one before, so that no undo outlives another change. */
const snackbarKey = 'avatar'

/** Shows the picture of the user, takes another one and removes it; a removal can be undone. */
export function AvatarField({ account }: { account: Account }) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const textOf = useProblemText()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const uploadButton = useRef<HTMLButtonElement>(null)
  const [picture, setPicture] = useState<ChosenPicture>()
  const [error, setError] = useState<string>()
  const removal = useCommand(removeAvatar)
  useEffect(() => {
    if (!picture) return undefined
    const button = uploadButton.current
    return () => {
      URL.revokeObjectURL(picture.url)
      button?.focus()
    }
  }, [picture])

  async function choose(file: File) {
    const read = await readPicture(file)
    setError(typeof read === 'string' ? t(read, { megabytes, min: minAvatarCropPixels }) : undefined)
    if (typeof read !== 'string') setPicture(read)
  }

  async function remove() {
    const { avatar } = account
    const outcome = await removal.run()
    setError(outcome.ok ? undefined : textOf(outcome.problem))
    if (!outcome.ok) return
    showAccount(outcome.reply)
    // The button that was pressed is gone.
    uploadButton.current?.focus()
    snackbars.add({
      key: snackbarKey,
      title: t('avatar.removed'),
      timeoutMs: undoTimeoutMs,
      action: { label: c('undo'), onPress: () => void restore(/[\w-]+(?=\?|$)/.exec(avatar ?? '')?.[0] ?? '') },
    })
  }

  async function restore(fileId: string) {
    const outcome: Outcome<Account> = await runCommand<typeof changeAvatar>(changeAvatar, { body: { fileId } })
    if (outcome.ok) showAccount(outcome.reply)
    else snackbars.add({ key: snackbarKey, tone: 'error', title: textOf(outcome.problem) })
  }

  function finish(saved: Account) {
    setPicture(undefined)
    showAccount(saved)
    snackbars.add({ key: snackbarKey, title: t('avatar.saved'), tone: 'success' })
  }

  return (
    <div className={styles.avatar}>
      <Avatar name={account.name} src={account.avatar} size="huge" />
      <div className={styles.avatarText}>
        <span className={styles.avatarLabel}>{t('avatar')}</span>
        <Inline gap={2} wrap>
          <input
            ref={input}
            hidden
            type="file"
            accept={mediaTypes.join(',')}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) void choose(file)
            }}
          />
          <Button ref={uploadButton} icon="upload" aria-describedby={noteId} onClick={() => input.current?.click()}>
            {t('avatar.upload')}
          </Button>
          {account.avatar !== null && (
            <Button kind="quiet" busy={removal.busy} onClick={() => void remove()}>
              {c('remove')}
            </Button>
          )}
        </Inline>
        {error === undefined ? (
          <p id={noteId} className={styles.avatarHint}>
            {t('avatar.hint', { megabytes })}
          </p>
        ) : (
          <p id={noteId} className={styles.avatarError} role="alert">
            {error}
          </p>
        )}
      </div>
      {picture && (
        <Suspense>
          <AvatarDialog picture={picture} onClose={() => setPicture(undefined)} onSaved={finish} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the picture upright and its size, or the key of a message that says why it cannot be used. */
async function readPicture(file: File) {
  if (!mediaTypes.includes(file.type)) return 'avatar.type'
  if (file.size > uploadLimits.imageBytes) return 'avatar.large'
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    if (Math.min(width, height) < minAvatarCropPixels) return 'avatar.small'
    return { file, width, height, url: URL.createObjectURL(file) } satisfies ChosenPicture
  } catch {
    return 'avatar.broken'
  }
}

/** Shows the account here and in the shell, and lets every list with the user's picture be read again. */
function showAccount(account: Account): void {
  queryCache.setQueryData(queryKeyOf(readAccount, {}), account)
  void queryCache.invalidateQueries()
}
