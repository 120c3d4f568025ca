import { useEffect } from 'react'
import { slowCalls } from '../lib/slow.ts'
import { useStore } from '../lib/store.ts'
import { useWords } from '../lib/words.ts'
import { snackbars } from '../parts/notices.ts'

/** A call that takes more than ten seconds says so, and can be stopped. */
export function StillWorking() {
  const t = useWords('common')
  const calls = useStore(slowCalls)
  const slow = calls.length > 0
  useEffect(() => {
    if (!slow) return
    const stopAll = () => slowCalls.get().forEach((call) => call.stop())
    const action = { label: t('stop'), onPress: stopAll }
    const key = snackbars.add({ key: 'still-working', title: t('still-working'), urgent: true, action })
    return () => snackbars.close(key)
  }, [slow, t])
  return null
}
