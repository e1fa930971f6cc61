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
    mic: () => void (mic === camera ? devices.open() : devices.toggleMic()),
    camera: () => void devices.toggleCamera(),
    screen: () => void devices.toggleScreen(),
  }
  // One sentence is enough where both are refused for the same reason.
  const isOne = mic !== undefined && mic === camera
  const found = [
    { device: 'mic', problem: mic, title: t(isOne ? 'problems.title.both' : 'problems.title.mic') },
    { device: 'camera', problem: isOne ? undefined : camera, title: t('problems.title.camera') },
    { device: 'screen', problem: screen, title: t('problems.title.screen') },
  ] as const
  return found.map(
    ({ device, problem, title }) =>
      problem && (
        <Banner
          key={device}
          tone="warning"
          announce="status"
          title={title}
          onClose={() => {
            devices.forgetProblem(device)
            if (isOne) devices.forgetProblem('camera')
          }}
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
