import { useEffect } from 'react'
import { slowRequests } from '../lib/api/slow-requests.ts'
import { useStore } from '../lib/store.ts'
import { useTranslations } from '../lib/i18n.ts'
import { snackbars } from '../components/toasts.ts'

/** Shows a snackbar with a stop button while a request takes more than ten seconds. */
export function SlowRequestsSnackbar() {
  const t = useTranslations('common')
  const calls = useStore(slowRequests)
  const slow = calls.length > 0
  useEffect(() => {
    if (!slow) return
    const stopAll = () => slowRequests.get().forEach((call) => call.stop())
    const action = { label: t('stop'), onPress: stopAll }
    const key = snackbars.add({ key: 'still-working', title: t('still-working'), urgent: true, action })
    return () => snackbars.close(key)
  }, [slow, t])
  return null
}
