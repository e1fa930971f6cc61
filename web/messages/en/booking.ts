import type { booking as ar } from '../ar/booking.ts'
import type { Wording } from '../messages.ts'

export const booking = {
  title: 'Book a lesson with {name}',
  moveTitle: 'Reschedule your lesson with {name}',
  titleLoading: 'Book a lesson',
  steps: { when: 'Choose a day and time', review: 'Review and confirm' },
  continue: 'Continue',
  day: {
    label: 'Day',
    today: 'Today',
    weekdays: {
      sunday: 'Sun',
      monday: 'Mon',
      tuesday: 'Tue',
      wednesday: 'Wed',
      thursday: 'Thu',
      friday: 'Fri',
      saturday: 'Sat',
    },
    free: '{count, plural, =0 {No slots} one {# slot} other {# slots}}',
    outside: 'Not open yet',
    short: 'No minutes left that week',
    paused: 'Your plan is paused',
    pausedHint: 'Your plan is paused from {from} until {until}: lessons can’t be booked in these days.',
    jump: 'Go to the next free day: {day}',
    outsideHint: {
      renewal:
        'Lessons on your current minutes must end before {end}. That’s when your minutes renew and later slots open.',
      weeks: 'You can book until {end}; each lesson uses the minutes of its own week. The next week opens {opens}.',
      'trial-horizon':
        'You can book {count, plural, one {one week} other {# weeks}} ahead, until {end}. Later slots open day by day.',
      'subscription-end': 'Your subscription runs until {end}. Renew it to book later slots.',
    },
  },
  duration: {
    label: 'Lesson length',
    left: 'You have {remaining}',
    short: 'Not enough minutes',
    noFit: 'No free slot of this length',
  },
  time: {
    label: 'Time',
    choose: 'Choose a time',
    current: 'Your lesson is now: {when}',
    morning: 'Morning',
    afternoon: 'Afternoon',
    evening: 'Evening',
    none: 'No free slot of this length on this day.',
  },
  review: {
    date: 'Day',
    time: 'Time (Cairo)',
    was: 'was {what}',
    minutes: 'Your minutes this week',
    minutesOfWeek: 'Your minutes in that week',
    minutesChange: '{before} now, {after} after booking',
    minutesSame: 'No change: {before}',
    policy: 'Plans changed? Reschedule or cancel before the lesson starts and get all your minutes back.',
    held: 'We’re keeping this time for you until {until}.',
    heldNoLonger: 'We’re no longer keeping this time for you, but you can confirm it as long as it’s free.',
    confirm: 'Confirm booking',
    confirmMove: 'Confirm new time',
    edit: 'Change',
  },
  done: {
    heading: 'Your lesson is booked',
    moved: 'Your lesson is rescheduled',
    with: 'with {name}',
    next: 'Find it in “My lessons”, where you can join on time or reschedule.',
    upcoming: 'My lessons',
    introduce: 'Introduce yourself to your tutor',
    finish: 'Done',
    toast: 'Your lesson with {name} is booked',
    toastMoved: 'Your lesson with {name} is rescheduled',
  },
  calendar: {
    summary: 'English lesson with {name}',
    description: 'Join your lesson here: {link}',
  },
  blocked: {
    paused: {
      title: 'Your plan is paused',
      text: 'Lessons after the pause can be booked once their week opens. The pause ends {until}; in “Subscription and payments” you can end it early.',
    },
    ok: 'OK',
    otherTutors: 'See tutors who are free',
    plans: 'See plans',
    role: {
      title: 'Booking is for student accounts',
      text: 'Your account isn’t a student account, so it can’t book lessons.',
    },
    email: {
      title: 'Verify your email first',
      text: 'We’ll send a code to <ltr>{email}</ltr>. Enter it and you can book: the first {minutes} are on us.',
      action: 'Verify email',
    },
    guardian: {
      title: 'Your guardian has to agree first',
      text: 'You are under 18, so a parent or guardian agrees once, before your first booking. We send them a code by WhatsApp, and they give it to you.',
    },
    subscription: {
      title: 'You need a subscription to book',
      text: 'A subscription gives you:',
      points: {
        minutes: 'Minutes that renew every week',
        tutors: 'Lessons with any tutor you like',
        change: 'Rescheduling or cancelling before the lesson',
      },
    },
    trial: {
      title: 'You’ve used your free minutes',
      text: 'All your trial minutes are used. If you cancel a lesson before it starts, its minutes come back and you can book again.',
    },
    minutes: {
      title: 'You’ve used this week’s minutes',
      titleOfWeeks: 'You’ve used the minutes of all open weeks',
      text: {
        weeks: 'The next week opens {end}. Then you can book with {name}.',
        renewal: 'Your minutes renew {end}. Then you can book with {name}.',
        'trial-horizon': 'You don’t have enough minutes for another lesson right now.',
        'subscription-end':
          '{count, plural, one {This is the last week} other {These are the last weeks}} of your subscription, which runs until {end}. Renew it to continue with {name}.',
      },
      left: 'You have {remaining} left, and the shortest lesson is {shortest}.',
    },
    upcoming: {
      title:
        '{count, plural, one {You already have a lesson coming up} other {You have # lessons coming up, the most you can have}}',
      text: '{count, plural, one {Your lesson} other {The next one}} with {name}: {when}. Once it’s over you can book another one.',
      action: 'Go to the lesson',
      second: 'Reschedule it',
    },
    time: {
      title: 'No free slots right now',
      text: '{name} hasn’t opened new slots yet. Other tutors are free soon.',
    },
    week: { title: 'No free slot soon enough', nearest: 'Next slot with {name}: {when}.' },
    passed: {
      title: 'This lesson can’t be changed now',
      text: 'It has started, ended or been cancelled. You can book a new lesson instead.',
      action: 'Book a new lesson',
    },
    tutor: { title: 'This tutor isn’t available right now', text: 'Other tutors are free soon.' },
  },
  problem: {
    taken: 'Someone just took that slot. The nearest one is: {when}.',
    later: 'This slot doesn’t open yet with the minutes you have. The nearest one now is: {when}.',
    'too-soon': 'That slot is now too close for the tutor to prepare. The next one is: {when}.',
    network: 'The connection dropped before we could confirm. Press again: we won’t book twice.',
  },
} as const satisfies Wording<typeof ar>
