/** Plans, and the words for them wherever something is bought or was bought. */
export const plans = {
  title: 'الباقات',
  intro:
    '{gender, select, female {اختاري} other {اختار}} وقت يناسبك كل أسبوع. الدقايق بتتجدد لوحدها، و{gender, select, female {تحجزي} other {تحجز}} بيها مع أي مدرّس.',
  loading: 'بنجهّز الباقات…',
  empty: 'مفيش باقات معروضة دلوقتي',
  emptyText: 'بنجهّز باقات جديدة. لحد ساعتها {gender, select, female {اتفرّجي} other {اتفرّج}} على المدرّسين.',
  seeTutors: 'شوف المدرّسين',
  period: {
    label: 'مدة الاشتراك',
    month: 'شهر',
    quarter: '٣ شهور',
    year: 'سنة',
    best: 'لحد {percent} خصم',
  },
  periodWeeks: '{weeks, plural, one {أسبوع} two {أسبوعين} few {# أسابيع} many {# أسبوع} other {# أسبوع}}',
  name: '{duration} في الأسبوع',
  topUp: { name: '{duration} زيادة', period: 'الأسبوع ده واللي بعده' },
  change: {
    period: 'آخر باقتك الحالية',
    text: '{gender, select, female {بتدفعي} other {بتدفع}} {amount} النهاردة، ومن النهاردة معاك {minutes} كل أسبوع لحد {end}.',
    action: 'غيّر دلوقتي بـ{amount}',
    actionOf: 'غيّر دلوقتي لباقة {name} بـ{amount}',
  },
  next: {
    choose: 'اختارها للفترة الجاية',
    chooseOf: 'اختار باقة {name} لمدة {period} للفترة الجاية',
    chosen: 'اخترت إن باقة {name} لمدة {period} تبدأ بعد باقتك الحالية. مفيش حاجة اتدفعت لسه.',
    undo: 'رجّع الاختيار',
    undoOf: 'رجّع اختيار باقة {name} لمدة {period}',
    failed: 'معرفناش نحفظ الاختيار',
  },
  lessons:
    'يعني {halfHours, plural, =0 {حصة ربع ساعة} one {حصة نص ساعة} two {حصتين نص ساعة} few {# حصص نص ساعة} many {# حصة نص ساعة} other {# حصة نص ساعة}}{quarterHours, plural, =0 {} other {{halfHours, plural, =0 {} other { وحصة ربع ساعة}}}} كل أسبوع',
  allowance:
    '{lessons, plural, one {حصة جاية واحدة في المرة} two {{gender, select, female {تحجزي} other {تحجز}} لحد حصتين جايين} few {{gender, select, female {تحجزي} other {تحجز}} لحد # حصص جاية} other {{gender, select, female {تحجزي} other {تحجز}} لحد # حصة جاية}}، {weeks, plural, one {في أسبوعك الحالي} two {في خلال أسبوعين} few {في خلال # أسابيع} other {في خلال # أسبوع}}',
  carriesOver: 'الدقايق اللي {gender, select, female {متستعمليهاش} other {متستعملهاش}} بتترحّل أسبوع كمان',
  standingTimes: 'ميعاد ثابت كل أسبوع مع مدرّسك',
  total: 'لمدة {period}',
  once: 'لمدة {period} ({weeks})، {gender, select, female {بتدفعي} other {بتدفع}} مرة واحدة',
  was: 'بدل {amount}',
  saves: 'وفّر {amount}',
  perLesson: '{amount} للحصة {minutes, plural, =15 {الربع} other {النص}} ساعة',
  choose: 'اشترك',
  chooseOf: 'اشترك في باقة {name} لمدة {period}',
  popular: 'الأكتر اختيارًا',
  current: 'باقتك دلوقتي',
  invited: 'ليك إنت بس',
  invitedText: 'باقة بدعوة خاصة',
  invitedUntil: 'الدعوة لحد {day}',
  active: {
    title: 'اشتراكك شغّال: {name}',
    text: 'لحد {end}.',
    action: 'اشتراكك ومدفوعاتك',
  },
  waiting: {
    title: 'عندك طلب لسه ما اتدفعش',
    text: 'باقة {name} لمدة {period} بـ {amount}.',
    action: 'كمّل الدفع',
  },
  trial: {
    title: 'جرّب {minutes} مجانًا',
    text: '{gender, select, female {أكّدي إيميلك وخدي} other {أكّد إيميلك وخد}} {minutes} {gender, select, female {تحجزي} other {تحجز}} بيها مع أي مدرّس، من غير كارت ومن غير فلوس. دي مرة واحدة، ومش بتتجدد.',
    register: 'اعمل حساب وجرّب',
    verify: 'أكّد إيميلك وابدأ',
    left: 'فاضل لك {minutes} من تجربتك المجانية',
    leftText:
      '{gender, select, female {جرّبي بيها قبل ما تدفعي} other {جرّب بيها قبل ما تدفع}}. أول ما {gender, select, female {تشتركي} other {تشترك}} في باقة، التجربة بتخلص.',
    book: 'احجز حصة',
    proofTitle: 'التجربة المجانية مرة واحدة للشخص',
    proofText:
      'صندوق الإيميل ده أو رقم الموبايل خد تجربة قبل كده، أو خمس حسابات من نفس نطاق إيميلك خدوها النهاردة. لو دي أول مرة ليك، {gender, select, female {أكّدي موبايلك وخدي} other {أكّد موبايلك وخد}} {minutes}.',
    proofUsed:
      'الإيميل ورقم الموبايل دول خدوا تجربة قبل كده. {gender, select, female {اختاري باقة وابدئي} other {اختار باقة وابدأ}}.',
    verifyPhone: 'أكّد موبايلك',
    over: 'تجربتك المجانية خلصت',
    overText: '{gender, select, female {اختاري باقة وكمّلي} other {اختار باقة وكمّل}} مع المدرّس اللي عجبك.',
  },
  facts: {
    title: 'كل الباقات فيها',
    tutors: 'حصص مع أي مدرّس، و{gender, select, female {تغيّريه وقت ما تحبي} other {تغيّره وقت ما تحب}}',
    weekly: 'رصيدك بيتجدد لوحده كل أسبوع. اللي مستعملتوش بيترحّل في الباقات اللي مكتوب فيها كده بس',
    change: 'تغيير أو إلغاء الحصة قبل ما تبدأ، ودقايقك ترجع لك',
    noRenewal:
      'مفيش سحب من وراك: الاشتراك بيخلص لوحده و{gender, select, female {إنتي اللي بتقرري تجدّدي} other {إنت اللي بتقرر تجدّد}}',
    refund: 'لو لغيت الاشتراك بيرجع لك اللي دفعته ناقص تمن الحصص اللي أخدتها',
  },
} as const
