import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { isWorthAskingAgain } from './device-problem.ts'
import type { Room } from './room.ts'

type Props = Pick<Room, 'own' | 'devices'>

/** What is wrong with a device, in words, and the way out of it. */
export function DeviceHelp({ own, devices }: Props) {
  const t = useMessages(words)
  const { mic, camera, screen } = own.problems
  const again = {
    mic: () => void devices.toggleMic(),
    camera: () => void devices.toggleCamera(),
    screen: () => void devices.toggleScreen(),
  }
  const found = [
    { device: 'mic', problem: mic },
    // One sentence is enough where both are refused for the same reason.
    { device: 'camera', problem: camera === mic ? undefined : camera },
    { device: 'screen', problem: screen },
  ] as const
  return found.map(
    ({ device, problem }) =>
      problem && (
        <Banner
          key={device}
          tone="warning"
          announce="status"
          title={t(`problems.title.${device}`)}
          onClose={() => devices.forgetProblem(device)}
          action={
            isWorthAskingAgain(problem) && (
              <Button size="sm" variant="secondary" loading={own.isAsking} onClick={again[device]}>
                {t('devices.askAgain')}
              </Button>
            )
          }
        >
          {t(`problems.${problem}`)} {device === 'mic' && t('problems.stillListen')}
        </Banner>
      ),
  )
}
