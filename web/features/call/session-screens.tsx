import { useParams } from '@tanstack/react-router'
import { MeetingScreen } from './meeting-screen.tsx'

export function LessonSessionScreen() {
  const { id } = useParams({ from: '/lesson/$id' })
  return <MeetingScreen key={id} kind="lesson" id={Number(id)} />
}

export function InterviewScreen() {
  const { id } = useParams({ from: '/interview/$id' })
  return <MeetingScreen key={id} kind="interview" id={Number(id)} />
}

export function DemoSessionScreen() {
  const { id } = useParams({ from: '/demo-session/$id' })
  return <MeetingScreen key={id} kind="demo" id={Number(id)} />
}
