import { Dialog } from '@veranda/ui/dialog.tsx'
import { useStore } from '../lib/store.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmPerson } from './confirm-person.tsx'
import { snackbars } from './notices.ts'
import { confirmWish, useConfirmation } from './use-confirmation.ts'

/** The same step on its own, for what is asked in the scene and answered on the page behind it. */
export function ConfirmDialog() {
  const t = useWords('confirm')
  const sum = useStore(confirmWish)
  const standing = useConfirmation(sum, sum !== undefined)
  const close = () => confirmWish.set(undefined)

  function confirmed() {
    snackbars.add({ title: t('back'), tone: 'success' })
    close()
  }

  return (
    <Dialog open={sum !== undefined} onClose={close} title={t('title')}>
      <ConfirmPerson bare standing={standing} onConfirmed={confirmed} />
    </Dialog>
  )
}
