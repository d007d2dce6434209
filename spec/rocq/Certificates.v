(** Does a certificate prove what a position is worth?

    A certificate tells the actions of one side alone, in the order in which a walk comes to its choices; the walk tries all actions of the
    others, and remembers what it has proved. Whatever it accepts is true. It needs no bound, and no faith in who wrote the certificate. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Aceten Require Import Cards Rules Table Tricks Play Relation Conservation Ending Progress Values.
Import ListNotations.

Section Certificates.
Variable r : rules.
Variable mine : nat -> bool.
Variable wanted : table -> bool.

(** What is remembered: positions that are proved, by a number that is worked out of them. Any number does; a good one saves time. *)
Variable number : table -> positive.
Definition memory := PositiveMap.t (list table).

Definition card_eq_dec : forall a b : card, {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition table_eq_dec : forall a b : table, {a = b} + {a <> b}.
Proof. repeat (decide equality; try apply card_eq_dec). Defined.

Definition remembered (known : memory) (t : table) : bool :=
  match PositiveMap.find (number t) known with
  | Some tables => existsb (fun other => if table_eq_dec t other then true else false) tables
  | None => false
  end.

Definition remember (known : memory) (t : table) : memory :=
  PositiveMap.add (number t)
    (t :: match PositiveMap.find (number t) known with Some tables => tables | None => [] end) known.

(** The walk. What is left of the told actions, and what is remembered, or nothing where the certificate is wrong. *)
Definition outcome := option (list action * memory).

Fixpoint in_turn (visit : list action -> memory -> table -> outcome) (told : list action) (known : memory)
  (afters : list (table + code)) : outcome :=
  match afters with
  | [] => Some (told, known)
  | inr _ :: rest => in_turn visit told known rest
  | inl after :: rest =>
      match visit told known after with Some (told', known') => in_turn visit told' known' rest | None => None end
  end.

Fixpoint visit (fuel : nat) (told : list action) (known : memory) (t : table) : outcome :=
  match fuel with
  | 0 => None
  | S less =>
      if remembered known t then Some (told, known)
      else if over r t then if wanted t then Some (told, known) else None
      else
        let result :=
          if mine (turn r t)
          then match told with
               | [] => None
               | a :: rest => if is_call a then None else
                   match apply r t a with inl after => visit less rest known after | inr _ => None end
               end
          else in_turn (visit less) told known (map (apply r t) (conceivable r t)) in
        match result with Some (told', known') => Some (told', remember known' t) | None => None end
  end.

(** A certificate is accepted when its walk comes through and takes all that was told. *)
Definition accepted (told : list action) (t : table) : bool :=
  match visit (S (most_actions r t)) told (PositiveMap.empty _) t with Some ([], _) => true | _ => false end.

(** *** What is accepted is true *)

Definition true_memory (known : memory) : Prop := forall t, remembered known t = true -> sure r mine wanted t.

Lemma remembered_spec : forall known t, remembered known t = true <->
  exists tables, PositiveMap.find (number t) known = Some tables /\ In t tables.
Proof.
  intros known t. unfold remembered. destruct (PositiveMap.find (number t) known) as [tables|].
  - rewrite existsb_exists. split.
    + intros [other [I E]]. destruct (table_eq_dec t other) as [->|]; [eauto|discriminate].
    + intros [x [E I]]. injection E as <-. exists t. split; [exact I|]. now destruct (table_eq_dec t t).
  - split; [discriminate|]. now intros [x [E _]].
Qed.

Lemma remember_true : forall known t, true_memory known -> sure r mine wanted t -> true_memory (remember known t).
Proof.
  intros known t K F other R. apply remembered_spec in R as [tables [E I]]. unfold remember in E.
  destruct (Pos.eq_dec (number other) (number t)) as [Q|Q].
  - rewrite Q, PositiveMap.gss in E. injection E as <-. destruct I as [<-|I]; [exact F|].
    apply K, remembered_spec. rewrite Q. destruct (PositiveMap.find (number t) known) as [more|]; [eauto|easy].
  - rewrite PositiveMap.gso in E by exact Q. apply K, remembered_spec. eauto.
Qed.

Lemma in_turn_true : forall (visit : list action -> memory -> table -> outcome),
  (forall told known t told' known', true_memory known -> visit told known t = Some (told', known') ->
    true_memory known' /\ sure r mine wanted t) ->
  forall afters told known told' known', true_memory known -> in_turn visit told known afters = Some (told', known') ->
  true_memory known' /\ forall t, In (inl t) afters -> sure r mine wanted t.
Proof.
  intros visit V afters. induction afters as [|[after|c] rest IH]; intros told known told' known' K E; simpl in E.
  - injection E as <- <-. split; [exact K|easy].
  - destruct (visit told known after) as [[told1 known1]|] eqn:F; [|discriminate].
    destruct (V _ _ _ _ _ K F) as [K1 S]. destruct (IH _ _ _ _ K1 E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [injection I as <-; exact S|now apply A].
  - destruct (IH _ _ _ _ K E) as [K' A]. split; [exact K'|]. intros t [I|I]; [discriminate|now apply A].
Qed.

Lemma visit_true : forall fuel told known t told' known', true_memory known -> visit fuel told known t = Some (told', known') ->
  true_memory known' /\ sure r mine wanted t.
Proof.
  induction fuel as [|less IH]; intros told known t told' known' K E; simpl in E; [discriminate|].
  destruct (remembered known t) eqn:R; [injection E as <- <-; split; [exact K|now apply K]|].
  destruct (over r t) eqn:O.
  { destruct (wanted t) eqn:W; [|discriminate]. injection E as <- <-. split; [exact K|now apply sure_at_the_end]. }
  destruct (mine (turn r t)) eqn:M.
  - destruct told as [|a rest]; [discriminate|]. destruct (is_call a) eqn:C; [discriminate|].
    destruct (apply r t a) as [after|c] eqn:A; [|discriminate].
    destruct (visit less rest known after) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. destruct (IH _ _ _ _ _ K V) as [K1 S]. split; [apply remember_true; [exact K1|]|].
    all: apply sure_by_an_action with a after; try assumption; now apply apply_is_play.
  - destruct (in_turn (visit less) told known (map (apply r t) (conceivable r t))) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. destruct (in_turn_true _ IH _ _ _ _ _ K V) as [K1 A].
    assert (G : sure r mine wanted t).
    { apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A.
      rewrite <- (proj1 (apply_is_play r t a t') S). apply in_map. now apply conceivable_all with t'. }
    split; [now apply remember_true|exact G].
Qed.

Theorem what_is_accepted_is_true : forall told t, accepted told t = true -> sure r mine wanted t.
Proof.
  intros told t E. unfold accepted in E.
  destruct (visit (S (most_actions r t)) told (PositiveMap.empty _) t) as [[told' known']|] eqn:V; [|discriminate].
  assert (K : true_memory (PositiveMap.empty _)).
  { intros other R. apply remembered_spec in R as [tables [F _]]. now rewrite PositiveMap.gempty in F. }
  now destruct (visit_true _ _ _ _ _ _ K V).
Qed.

End Certificates.
