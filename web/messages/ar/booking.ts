export const booking = {
  title: 'احجز حصة مع {name}',
  moveTitle: 'غيّر ميعاد حصتك مع {name}',
  titleLoading: 'احجز حصة',
  steps: { when: 'اختار اليوم والميعاد', review: 'راجع وأكّد' },
  continue: 'كمّل',
  day: {
    label: 'اليوم',
    today: 'النهاردة',
    weekdays: {
      sunday: 'الحد',
      monday: 'الاتنين',
      tuesday: 'التلات',
      wednesday: 'الأربع',
      thursday: 'الخميس',
      friday: 'الجمعة',
      saturday: 'السبت',
    },
    free: '{count, plural, =0 {مفيش مواعيد} one {ميعاد واحد} two {ميعادين} few {# مواعيد} many {# ميعاد} other {# ميعاد}}',
    outside: 'لسه مفتحش',
    short: 'دقايق الأسبوع ده خلصت',
    paused: 'اشتراكك موقوف مؤقتًا',
    pausedHint: 'اشتراكك موقوف مؤقتًا من {from} لحد {until}: الأيام دي مش متاحة.',
    jump: 'روح لأقرب يوم فاضي: {day}',
    outsideHint: {
      renewal: 'حصص رصيدك الحالي لازم تخلص قبل {end}. ساعتها رصيدك يتجدد والمواعيد اللي بعدها تفتح.',
      weeks: 'الحجز مفتوح لحد {end}، وكل حصة بتتحسب على دقايق أسبوعها. الأسبوع اللي بعد كده بيفتح {opens}.',
      'trial-horizon':
        'الحجز مفتوح {count, plural, one {لأسبوع} two {لأسبوعين} few {لـ# أسابيع} other {لـ# أسبوع}} قدام، لحد {end}. المواعيد اللي بعدها بتفتح يوم بيوم.',
      'subscription-end': 'اشتراكك شغّال لحد {end}. المواعيد اللي بعدها محتاجة تجديد.',
    },
  },
  duration: {
    label: 'مدة الحصة',
    left: 'معاك {remaining}',
    short: 'رصيدك مش مكفّي',
    noFit: 'مفيش ميعاد فاضي بالطول ده',
  },
  time: {
    label: 'الميعاد',
    choose: 'اختار ميعاد',
    current: 'ميعادك دلوقتي: {when}',
    morning: 'الصبح',
    afternoon: 'بعد الضهر',
    evening: 'بالليل',
    none: 'مفيش ميعاد فاضي بالطول ده في اليوم ده.',
  },
  review: {
    date: 'اليوم',
    time: 'الوقت، بتوقيت القاهرة',
    was: 'بدل {what}',
    minutes: 'رصيدك الأسبوع ده',
    minutesOfWeek: 'رصيدك في أسبوع الحصة',
    minutesChange: 'معاك {before}، وهيفضل {after}',
    minutesSame: 'مش هيتغيّر: {before}',
    policy:
      'لو ظروفك اتغيّرت، {gender, select, female {غيّري} other {غيّر}} الميعاد أو الغيه قبل ما الحصة تبدأ، ودقايقك ترجع لك كاملة.',
    held: 'الميعاد ده محفوظ باسمك لحد {until}.',
    heldNoLonger:
      'الميعاد مبقاش محفوظ باسمك، {gender, select, female {بس تقدري تأكّديه} other {بس تقدر تأكّده}} طول ما هو فاضي.',
    confirm: 'أكّد الحجز',
    confirmMove: 'أكّد الميعاد الجديد',
    edit: 'غيّر الاختيار',
  },
  done: {
    heading: 'حصتك اتحجزت',
    moved: 'ميعادك اتغيّر',
    with: 'مع {name}',
    next: 'هتلاقيها في «حصصي»، ومنها {gender, select, female {تدخلي في الميعاد أو تغيّريه} other {تدخل في الميعاد أو تغيّره}}.',
    upcoming: 'حصصي',
    introduce: 'عرّف مدرّسك بنفسك',
    finish: 'تمام',
    toast: 'حصتك مع {name} اتحجزت',
    toastMoved: 'ميعاد حصتك مع {name} اتغيّر',
  },
  calendar: {
    summary: 'حصة إنجليزي مع {name}',
    description: 'الدخول لحصتك من هنا: {link}',
  },
  blocked: {
    paused: {
      title: 'اشتراكك موقوف مؤقتًا',
      text: 'الحصص اللي بعد الإيقاف بتتحجز أول ما أسبوعها يفتح. الإيقاف بيخلص {until}، وينفع يخلص بدري من «الاشتراك والمدفوعات».',
    },
    ok: 'تمام',
    otherTutors: 'شوف مدرّسين فاضيين',
    plans: 'شوف الباقات',
    role: { title: 'الحجز لحسابات الطلاب بس', text: 'حسابك مش حساب طالب، فمينفعش يحجز حصص.' },
    email: {
      title: 'أكّد إيميلك الأول',
      text: 'هنبعت لك كود على <ltr>{email}</ltr>. أول ما {gender, select, female {تكتبيه تقدري تحجزي} other {تكتبه تقدر تحجز}}، وأول {minutes} علينا.',
      action: 'أكّد الإيميل',
    },
    guardian: {
      title: 'محتاجين موافقة ولي أمرك',
      text: 'سنّك أقل من ١٨، فلازم ولي أمرك يوافق مرة واحدة قبل أول حجز. هنبعت له كود على واتساب، ويدّيهولك.',
    },
    subscription: {
      title: '{gender, select, female {محتاجة اشتراك علشان تحجزي} other {محتاج اشتراك علشان تحجز}}',
      text: 'الاشتراك فيه:',
      points: {
        minutes: 'دقايق بتتجدد لوحدها كل أسبوع',
        tutors: 'حصص مع أي مدرّس يعجبك',
        change: 'تغيير الميعاد أو إلغاؤه قبل الحصة',
      },
    },
    trial: {
      title: 'دقايقك المجانية خلصت',
      text: '{gender, select, female {استعملتي} other {استعملت}} كل دقايق التجربة. لو {gender, select, female {لغيتي حصة لسه مبدأتش، دقايقها ترجع لك وتحجزي} other {لغيت حصة لسه مبدأتش، دقايقها ترجع لك وتحجز}} بيها تاني.',
    },
    minutes: {
      title: 'دقايق الأسبوع ده خلصت',
      titleOfWeeks: 'دقايق الأسابيع المفتوحة خلصت',
      text: {
        weeks:
          'الأسبوع اللي بعد كده بيفتح {end}. ساعتها {gender, select, female {تقدري تحجزي} other {تقدر تحجز}} مع {name}.',
        renewal: 'رصيدك بيتجدد لوحده {end}. ساعتها {gender, select, female {تقدري تحجزي} other {تقدر تحجز}} مع {name}.',
        'trial-horizon': 'رصيدك مش مكفّي حصة جديدة دلوقتي.',
        'subscription-end':
          '{count, plural, one {ده آخر أسبوع في اشتراكك} other {دي آخر أسابيع في اشتراكك}}، وهو شغّال لحد {end}. لما {gender, select, female {تجدّديه تكمّلي} other {تجدّده تكمّل}} مع {name}.',
      },
      left: 'باقي لك {remaining}، وأقصر حصة {shortest}.',
    },
    upcoming: {
      title:
        '{count, plural, one {عندك حصة جاية بالفعل} two {عندك حصتين جايين، ودي أقصى حاجة} few {عندك # حصص جاية، ودي أقصى حاجة} other {عندك # حصة جاية، ودي أقصى حاجة}}',
      text: '{count, plural, one {حصتك} other {أقرب واحدة}} مع {name}: {when}. أول ما تخلص {gender, select, female {تقدري تحجزي} other {تقدر تحجز}} اللي بعدها.',
      action: 'روح للحصة',
      second: 'غيّر ميعادها',
    },
    time: {
      title: 'مفيش مواعيد فاضية دلوقتي',
      text: 'لسه مفيش مواعيد جديدة مع {name}. فيه مدرّسين تانيين فاضيين قريب.',
    },
    week: { title: 'مفيش ميعاد فاضي قريب كفاية', nearest: 'أقرب ميعاد مع {name}: {when}.' },
    passed: {
      title: 'الحصة دي مينفعش تتغيّر دلوقتي',
      text: 'يا بدأت، يا خلصت، يا اتلغت. {gender, select, female {تقدري تحجزي} other {تقدر تحجز}} حصة جديدة مكانها.',
      action: 'احجز حصة جديدة',
    },
    tutor: { title: 'المدرّس ده مش متاح دلوقتي', text: 'عندنا مدرّسين غيره فاضيين قريب.' },
  },
  problem: {
    taken: 'حد سبقك على الميعاد ده حالًا. ده أقرب ميعاد ليه: {when}.',
    later: 'الميعاد ده لسه مفتحش لرصيدك الحالي. ده أقرب ميعاد ليه دلوقتي: {when}.',
    'too-soon': 'المدرّس محتاج وقت يستعد، والميعاد ده بقى قريب زيادة. ده أقرب ميعاد بعده: {when}.',
    network: 'النت فصل قبل ما نتأكد. {gender, select, female {دوسي} other {دوس}} تاني، ومش هنحجز مرتين.',
  },
}
