/** The same time a week later, offered when a lesson is over. */
export const bookSameTime = {
  title: 'نفس الميعاد مع {name} تاني؟',
  loading: 'بنشوف المواعيد…',
  open: '{name} فاضي في نفس الميعاد الأسبوع الجاي.',
  taken: 'وقت {name} مش فاضي {when}.',
  short: 'دقايقك في أسبوع {when} مش مكفّية.',
  notYet: {
    weeks: 'الحجز مفتوح لحد {end}، وميعاد {when} لسه مفتحش. الأسبوع اللي بعده بيفتح {opens}.',
    renewal: '{when} هيفتح للحجز {end}، لما رصيدك يتجدد.',
    'trial-horizon': 'الحجز مفتوح لحد {end} بس، فميعاد {when} لسه مفتحش.',
    'subscription-end': 'اشتراكك شغّال لحد {end}، وميعاد {when} {gender, select, female {محتاجة} other {محتاج}} تجديد.',
  },
  sooner: 'بس نفس الساعة فاضية قبل كده:',
  book: 'احجز {when}',
  choose: 'اختار ميعاد تاني',
  again: 'احجز حصة تانية مع {name}',
  done: 'حصتك مع {name} اتحجزت',
}
